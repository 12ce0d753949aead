/** How many levels the computer has in a game. */
import { askCatalogue, gameInfo } from './catalogue.svelte';

/** The largest number of levels of any game. */
export const MOST_LEVELS = 9;
/** Every game has so many. More are offered once the catalogue says so. */
const LEVELS = 8;

/** The number of levels of a game. It grows when the catalogue arrives. */
export function levelCount(game: string): number {
  return Math.min(MOST_LEVELS, gameInfo(game)?.levels.length ?? LEVELS);
}

/** Asks for the catalogue if it is not here yet. Without an answer the first levels are offered. */
export function askLevels(game: string): void {
  if (!gameInfo(game)) void askCatalogue().catch(() => undefined);
}
