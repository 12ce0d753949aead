/**
 * The lesson: positions of real games, made by the engine (web/dev/lesson_belle_epoque.py and
 * web/dev/strategies_belle_epoque.py). Each is stored as its changes since the position before. This
 * module makes whole positions of them.
 */
import { refusalIn } from '../refusals';
import type { Refusals } from '../refusals';
import type { Json, LessonStep, MovePreview, Score, SeatView } from '../plugin';

interface Kept {
  id: string;
  seat: number;
  wanted: string[];
  view: Json;
  after: Record<string, Json>;
  previews: MovePreview[];
  refusals: Refusals;
}

/** A strategy: its name, its margin, and for each move the lines now and at the end. */
interface KeptStrategy extends Omit<Kept, 'previews'> {
  text: string;
  lead: number;
  previews: [move: string, after: number[][], events: MovePreview['events']][];
  results: Record<string, number[][]>;
}

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

function stepOf(kept: Kept, view: SeatView): LessonStep {
  return {
    id: kept.id,
    text: kept.id,
    seat: kept.seat,
    view,
    over: view.position['phase'] === 'over',
    wanted: kept.wanted,
    after: Object.fromEntries(
      Object.entries(kept.after).map(([move, change]) => [move, changed(view, change) as SeatView]),
    ),
    previews: kept.previews.map((preview) => ({ ...preview, then: [], offer: {} })),
    results: {},
    estimated: false,
    lead: 0,
    refusal: (move) => refusalIn(kept.refusals, move),
  };
}

/** Points by line: the file keeps only the numbers, in the order of the score. */
function scoresOf(seats: readonly (readonly number[])[], lines: readonly string[]): Score[] {
  return seats.map((points) => ({
    total: points.reduce((sum, value) => sum + value, 0),
    lines: Object.fromEntries(lines.map((line, index) => [line, points[index] ?? 0])),
  }));
}

function strategyOf(kept: KeptStrategy): LessonStep {
  const view = kept.view as unknown as SeatView;
  const lines = Object.keys(view.scores[0]?.lines ?? {});
  const previews = kept.previews.map(([move, after, events]): MovePreview => ({
    move,
    before: view.scores,
    after: scoresOf(after, lines),
    certain: true,
    events,
    then: [],
    offer: {},
  }));
  const results = Object.entries(kept.results).map(([move, seats]) => [
    move,
    scoresOf(seats, lines),
  ]);
  return {
    ...stepOf({ ...kept, previews }, view),
    text: kept.text,
    results: Object.fromEntries(results) as Record<string, Score[]>,
    estimated: true,
    lead: kept.lead,
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
  const more = (strategies.default as unknown as readonly KeptStrategy[]).map(strategyOf);
  return [...steps, ...more];
}
