/**
 * The lesson: positions of real games, made by the engine (web/dev/lesson_belle_epoque.py and
 * web/dev/strategies_belle_epoque.py). The moves come from one game: each position is stored as its
 * changes since the position before. This module makes whole positions of them.
 */
import { refusalIn } from '../refusals';
import type { Refusals } from '../refusals';
import type { Json, LessonStep, MovePreview, Score, SeatView } from '../plugin';
import type { Figures, Offer } from './facts';

/** For each seat the points of its score lines, in the order of the score. */
type Lines = readonly (readonly number[])[];

interface Kept {
  id: string;
  seat: number;
  wanted: string[];
  view: Json;
  after: Record<string, Json>;
  /** The lines are null if no score changes; an offer lacks the fields that say nothing. */
  previews: [move: string, after: Lines | null, events: MovePreview['events'], Partial<Offer>][];
  figures: [tile: number, ways: number, points: number, francs: number, sold: number[]][];
  refusals: Refusals;
  /** Only in a strategy: its name, its margin, and for each move the expected lines at the end. */
  text?: string;
  lead?: number;
  results?: Record<string, Lines>;
}

const NO_OFFER: Offer = {
  walk: null,
  medals: null,
  scoring: null,
  sums: null,
  left: null,
  tile: null,
};

/** A value after a change. Objects change key by key, everything else as a whole. */
export function changed(before: unknown, change: unknown): unknown {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(before) || !isObject(change)) return change;
  if ('=' in change) return change['='];
  const result: Json = { ...before };
  for (const [key, value] of Object.entries(change)) result[key] = changed(before[key], value);
  return result;
}

function scoresOf(seats: Lines, lines: readonly string[]): Score[] {
  return seats.map((points) => ({
    total: points.reduce((sum, value) => sum + value, 0),
    lines: Object.fromEntries(lines.map((line, index) => [line, points[index] ?? 0])),
  }));
}

function stepOf(kept: Kept, view: SeatView): LessonStep {
  const lines = Object.keys(view.scores[0]?.lines ?? {});
  const figures: Figures = {
    tiles: kept.figures.map(([tile, ways, points, francs, sold]) => ({
      tile,
      ways,
      points,
      francs,
      sold,
    })),
  };
  return {
    id: kept.id,
    text: kept.text ?? kept.id,
    seat: kept.seat,
    view,
    over: view.position['phase'] === 'over',
    wanted: kept.wanted,
    after: Object.fromEntries(
      Object.entries(kept.after).map(([move, change]) => [move, changed(view, change) as SeatView]),
    ),
    previews: kept.previews.map(([move, after, events, offer]) => ({
      move,
      before: view.scores,
      after: after ? scoresOf(after, lines) : view.scores,
      certain: true,
      events,
      then: [],
      offer: Object.keys(offer).length ? ({ ...NO_OFFER, ...offer } as unknown as Json) : {},
    })),
    figures: figures as unknown as Json,
    results: Object.fromEntries(
      Object.entries(kept.results ?? {}).map(([move, seats]) => [move, scoresOf(seats, lines)]),
    ),
    estimated: kept.results !== undefined,
    lead: kept.lead ?? 0,
    refusal: (move) => refusalIn(kept.refusals, move),
  };
}

export async function lesson(): Promise<readonly LessonStep[]> {
  const [moves, strategies] = await Promise.all([
    import('./lesson.json'),
    import('./strategies.json'),
  ]);
  let last: unknown = {};
  const steps = (moves.default as unknown as readonly Kept[]).map((kept) => {
    const view = changed(last, kept.view) as SeatView;
    last = view;
    return stepOf(kept, view);
  });
  const more = (strategies.default as unknown as readonly Kept[]).map((kept) =>
    stepOf(kept, kept.view as unknown as SeatView),
  );
  return [...steps, ...more];
}
