/**
 * The games of the client. The server says which games there are. A game with a plugin of its own
 * is shown by it, and every other game by the generic plugin.
 */
import { askCatalogue, catalogue, gameInfo } from '$/lib/catalogue.svelte';
import { need } from '$/lib/i18n.svelte';
import type { Json } from '$/lib/protocol';
import { belleEpoque } from './belle_epoque/plugin';
import { genericGame } from './generic/plugin';
import { lumiere } from './lumiere/plugin';
import type { GameParts, GamePlugin } from './plugin';

/** A new plugin is one folder and one line here. */
const PLUGINS: readonly GamePlugin[] = [lumiere, belleEpoque];

function ownPlugin(id: string): GamePlugin | undefined {
  return PLUGINS.find((game) => game.id === id);
}

export function gameOf(id: string): GamePlugin {
  return ownPlugin(id) ?? genericGame(id, () => gameInfo(id));
}

/** What the server serves; before it has answered, the games that have a plugin. */
export function games(): readonly GamePlugin[] {
  return catalogue()?.games.map(({ id }) => gameOf(id)) ?? PLUGINS;
}

/** Makes the names of all games available. */
export function needNames(): Promise<void> {
  return need(...new Set(['generic', ...PLUGINS.flatMap(({ domains }) => domains)]));
}

/** A game with everything that its table needs, and the pieces that the table names or brings. */
export async function openGame(
  id: string,
  components: string | null = null,
  own: Json | null = null,
): Promise<{ plugin: GamePlugin; parts: GameParts }> {
  // A game without a plugin is named by the server. Without an answer its id has to do.
  if (!ownPlugin(id) && !gameInfo(id)) await askCatalogue().catch(() => undefined);
  const plugin = gameOf(id);
  const [parts] = await Promise.all([plugin.load(components, own), need(...plugin.domains)]);
  return { plugin, parts };
}
