/** The server's catalogue: its games with their titles, seats and options. */
import { api } from './api';
import type { Catalogue, GameInfo, Waits } from './protocol';

let found = $state.raw<Catalogue | null>(null);

/** Asks the server. All parts of the page that show the catalogue are updated. */
export async function askCatalogue(): Promise<Catalogue> {
  found = await api.catalogue();
  return found;
}

/** The last answer; null before the first one. */
export function catalogue(): Catalogue | null {
  return found;
}

/** How long this server lets people wait. */
export async function waits(): Promise<Waits> {
  return (found ?? (await askCatalogue())).waits;
}

export function gameInfo(id: string): GameInfo | undefined {
  return found?.games.find((game) => game.id === id);
}
