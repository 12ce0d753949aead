/** What the pages of puzzles share. */
import { api } from '$/lib/api';
import { t } from '$/lib/i18n.svelte';
import type { PuzzleInfo } from '$/lib/protocol';
import { puzzleOfDay } from '$/lib/puzzleDays';

/** In an address: the puzzle of the day. */
export const TODAY = 'today';
/** Puzzles are graded by so many levels of the computer. */
export const LEVELS = 8;
const DAYS_AHEAD = 7;

/** What the best move leads to, in sentences. */
export function rightWords({ value, second }: PuzzleInfo): string {
  const key = value > 0 ? 'win' : value < 0 ? 'lose' : 'draw';
  return `${t(`puzzle.right.${key}`, { n: Math.abs(value) })} ${t('puzzle.second', { n: value - second })}`;
}

/** Fetches the puzzles of the next days, so that they can be solved without a network. */
export function keepComing(game: string, puzzles: readonly PuzzleInfo[], today: number): void {
  if (!('serviceWorker' in navigator)) return;
  const coming = Array.from({ length: DAYS_AHEAD }, (_, day) => puzzleOfDay(puzzles, today + day));
  for (const one of coming) if (one) void api.puzzle(game, one.id).catch(() => undefined);
}
