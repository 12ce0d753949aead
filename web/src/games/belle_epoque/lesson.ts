/**
 * The lesson: positions of one real game, made by the engine (web/dev/lesson_belle_epoque.py). Each
 * is stored as its changes since the position before. This module makes whole positions of them.
 */
import type { Json, LessonStep, MovePreview, SeatView } from '../plugin';

interface Kept {
  id: string;
  seat: number;
  wanted: string[];
  view: Json;
  after: Record<string, Json>;
  previews: MovePreview[];
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

export async function lesson(): Promise<readonly LessonStep[]> {
  const kept = (await import('./lesson.json')).default as unknown as readonly Kept[];
  let last: unknown = {};
  return kept.map(({ id, seat, wanted, view, after, previews }) => {
    const here = changed(last, view) as SeatView;
    last = here;
    return {
      id,
      seat,
      wanted,
      view: here,
      after: Object.fromEntries(
        Object.entries(after).map(([move, change]) => [move, changed(here, change) as SeatView]),
      ),
      previews,
    };
  });
}
