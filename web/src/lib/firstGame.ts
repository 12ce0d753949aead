/** Opens a first game against the easiest computer, with the plain rules. */
import { api } from './api';
import { askCatalogue, gameInfo } from './catalogue.svelte';
import { settings } from './settings.svelte';
import { plainSetup, tableOf } from './setup';

const EASIEST = 1;

/** The id of the new table. Throws `Refused` if the server does not open it. */
export async function openFirstGame(game: string): Promise<string> {
  if (!gameInfo(game)) await askCatalogue();
  const info = gameInfo(game);
  if (!info) throw new Error(game);
  const me = { kind: 'me' as const, ...(settings.name ? { name: settings.name } : {}) };
  const wish = tableOf(info, plainSetup(info), me, () => ({ kind: 'computer', level: EASIEST }));
  const { table } = await api.open(wish);
  return table.table.id;
}
