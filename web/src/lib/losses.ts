/** What a move gives away against the best move: points, by scoring line and by seat. */
import { listing, number, signed, t } from './i18n.svelte';
import type { Score } from './protocol';

export interface Loss {
  /** The points of lead that the seat loses. */
  points: number;
  /** For each seat with a change: its scoring lines, tried move minus best move. */
  seats: { seat: number; lines: { line: string; change: number }[] }[];
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function leadOf(scores: readonly Score[], seat: number): number {
  const others = scores.filter((_, other) => other !== seat).map(({ total }) => total);
  return (scores[seat]?.total ?? 0) - Math.max(...others);
}

/** Compares the ends of two games, from the side of one seat. */
export function lossOf(best: readonly Score[], tried: readonly Score[], seat: number): Loss {
  const seats = best.map((score, index) => ({
    seat: index,
    lines: Object.entries(score.lines).flatMap(([line, points]) => {
      const change = tenth((tried[index]?.lines[line] ?? 0) - points);
      return Math.abs(change) >= 0.5 ? [{ line, change }] : [];
    }),
  }));
  return {
    points: tenth(leadOf(best, seat) - leadOf(tried, seat)),
    seats: seats
      .filter(({ lines }) => lines.length > 0)
      .sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat)),
  };
}

interface Naming {
  /** The seat that tried the move. */
  seat: number;
  /** The names of the players, by seat. */
  names: readonly string[];
  scoreLine(line: string): string;
  /** Whether the figures are estimates. */
  estimated: boolean;
}

const rounded = (value: number): number => Math.round(value);

/** The loss in sentences: first the sum, then the lines of each seat. */
export function lossWords(loss: Loss, { seat, names, scoreLine, estimated }: Naming): string {
  const points = rounded(loss.points);
  if (points <= 0) return t('loss.none');
  const parts = loss.seats.map((one) => {
    const lines = listing(
      one.lines.map(({ line, change }) => `${scoreLine(line)} ${signed(rounded(change))}`),
    );
    return one.seat === seat
      ? t('loss.yours', { lines })
      : t('loss.theirs', { name: names[one.seat] ?? number(one.seat + 1), lines });
  });
  return [t(estimated ? 'loss.about' : 'loss.points', { n: points }), ...parts].join(' ');
}
