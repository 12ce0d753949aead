/**
 * The lesson: positions of one real game, made by the engine (web/dev/lesson_belle_epoque.py). Each
 * is stored as its changes since the position before. This module makes whole positions of them.
 */
import { refusalIn } from '../refusals';
import type { Refusals } from '../refusals';
import type { Json, LessonStep, MovePreview, SeatView } from '../plugin';

interface Kept {
  id: string;
  seat: number;
  wanted: string[];
  view: Json;
  after: Record<string, Json>;
  previews: MovePreview[];
  refusals: Refusals;
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

export async function lesson(): Promise<readonly LessonStep[]> {
  const stored = (await import('./lesson.json')).default as unknown as readonly Kept[];
  let last: unknown = {};
  return stored.map((kept) => {
    const view = changed(last, kept.view) as SeatView;
    last = view;
    return stepOf(kept, view);
  });
}
