/** How long a move of somebody else takes on the screen. */
import type { LogEntry } from '$/lib/protocol';

export const PACES = ['instant', 'brisk', 'calm'] as const;
export type Pace = (typeof PACES)[number];

interface Beat {
  /** Milliseconds in which the pieces travel, and in which the sentence can be read afterwards. */
  travel: number;
  rest: number;
}

const BEATS: Record<Pace, Beat> = {
  instant: { travel: 0, rest: 0 },
  brisk: { travel: 420, rest: 480 },
  calm: { travel: 800, rest: 1400 },
};

/** An announcement is read for so many beats. */
const NEWS_BEATS = 3;

export function beatOf(pace: Pace): Beat {
  return BEATS[pace];
}

/** Milliseconds until the next move is shown. An own move needs few, but what it announces is read. */
export function lastsAfter({ travel, rest }: Beat, own: boolean, announces: boolean): number {
  if (announces) return travel + rest * NEWS_BEATS;
  return own ? rest / 2 : travel + rest;
}

/** The moves to show again: those of the others since the last turn of a seat, or before it. */
export function lastMoves(
  log: readonly LogEntry[],
  seat: number | null,
): { from: number; to: number } {
  const mine = seat ?? -1;
  let to = log.length;
  while (to > 0 && log[to - 1]?.seat === mine) to--;
  let from = to;
  /* A watcher has no turn: the last turn of anybody. */
  const last = log[to - 1]?.seat;
  while (from > 0 && (seat === null ? log[from - 1]?.seat === last : log[from - 1]?.seat !== mine))
    from--;
  return { from, to };
}

/** The moves of the others that lead to this position; none in the middle of an own turn. */
export function newMoves(log: readonly LogEntry[], seat: number | null): readonly LogEntry[] {
  const { from, to } = lastMoves(log, seat);
  return to === log.length ? log.slice(from) : [];
}

/** Moves that one player made after the other. */
export function turnsOf(entries: readonly LogEntry[]): LogEntry[][] {
  const turns: LogEntry[][] = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (last && last[0]?.seat === entry.seat) last.push(entry);
    else turns.push([entry]);
  }
  return turns;
}
