/**
 * The puzzle of the day and the reader's results. This browser stores them; no account is needed.
 * A day begins at midnight of the reader's clock. On one date everybody has the same puzzle.
 */
const KEY = 'lutetia.puzzles';
const DAY = 86_400_000;

/** How a puzzle went: solved, at which try, or shown by the reader's wish. */
export interface Result {
  state: 'solved' | 'shown';
  tries: number;
  /** The last day on which the solution was shown. Earlier versions did not store it. */
  shownOn?: number;
}

interface Kept {
  results: Record<string, Result>;
  /** The last day whose puzzle was solved on that day. */
  day: number;
  /** How many days in a row, up to that day. */
  run: number;
  best: number;
}

const NOTHING: Kept = { results: {}, day: -1, run: 0, best: 0 };

/** The number of a date, the same everywhere on that date. */
export function dayNumber(now: Date): number {
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);
}

/** The puzzle of a day. */
export function puzzleOfDay<Puzzle>(puzzles: readonly Puzzle[], day: number): Puzzle | undefined {
  return puzzles[((day % puzzles.length) + puzzles.length) % puzzles.length];
}

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function kept(game: string): Kept {
  return { ...NOTHING, ...all()[game] };
}

function keep(game: string, what: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: what }));
  } catch {
    // Without storage puzzles still work; only the results are forgotten.
  }
}

export function resultOf(game: string, id: string): Result | undefined {
  return kept(game).results[id];
}

export function solvedCount(game: string, ids: readonly string[]): number {
  const { results } = kept(game);
  return ids.filter((id) => results[id]?.state === 'solved').length;
}

function storeResult(game: string, id: string, result: Result): void {
  const before = kept(game);
  keep(game, { ...before, results: { ...before.results, [id]: result } });
}

/** The solution is shown. A puzzle that was solved before stays solved. */
export function storeShown(game: string, id: string, day: number, tries: number): void {
  const before = resultOf(game, id);
  const result: Result = before?.state === 'solved' ? before : { state: 'shown', tries };
  storeResult(game, id, { ...result, shownOn: day });
}

/**
 * The best move was played. On the day on which it was shown it solves nothing; the first solution
 * counts.
 */
export function storePlayed(game: string, id: string, day: number, tries: number): void {
  const before = resultOf(game, id);
  if (before?.state === 'solved' || before?.shownOn === day) return;
  storeResult(game, id, { ...before, state: 'solved', tries });
}

/**
 * The best move of the puzzle of the day was played: the run of days grows, or begins again. A puzzle
 * whose solution was shown on this day does not count.
 */
export function dailySolved(game: string, day: number, id: string): void {
  const before = kept(game);
  if (before.day >= day || before.results[id]?.shownOn === day) return;
  const run = before.day === day - 1 ? before.run + 1 : 1;
  keep(game, { ...before, day, run, best: Math.max(before.best, run) });
}

/** The days in a row up to today. Until tonight a run of yesterday still counts. */
export function streak(game: string, today: number): { run: number; best: number; today: boolean } {
  const { day, run, best } = kept(game);
  return { run: day >= today - 1 ? run : 0, best, today: day === today };
}
