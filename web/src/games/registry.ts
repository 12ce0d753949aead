/** The only list of games in the client. A new game is one folder and one line here. */
import { belleEpoque } from './belle_epoque/plugin';
import { lumiere } from './lumiere/plugin';
import type { GamePlugin } from './plugin';

export const GAMES: readonly GamePlugin[] = [lumiere, belleEpoque];

export function gameOf(id: string): GamePlugin | undefined {
  return GAMES.find((game) => game.id === id);
}
