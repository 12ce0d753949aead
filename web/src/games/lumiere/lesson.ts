/**
 * The lesson: positions of one real game, made by the engine (web/dev/lesson_lumiere.py). The file
 * holds only what each move changes. This module makes whole views of it.
 */
import type { Json, LessonStep, MovePreview, Score, SeatView } from '../plugin';
import { LINES } from './gains';

const LEARNER = 0;

interface StoredStep {
  id: string;
  position: Json;
  legal: string[];
  scores: Score[];
  wanted: string[];
  after: Record<string, { position: Json; scores: Score[] }>;
  /** For each move: the score lines of each seat after it. */
  previews: Record<string, number[][]>;
}

/** A position after the changes of a move. */
export function merged(before: unknown, change: unknown): unknown {
  const plain = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!plain(before) || !plain(change)) return change;
  const changed = Object.entries(change).map(([key, value]) => [
    key,
    key in before ? merged(before[key], value) : value,
  ]);
  return { ...before, ...Object.fromEntries(changed) };
}

function view(position: Json, legal: string[], scores: Score[]): SeatView {
  return { seat: LEARNER, position, legal, scores, log_from: 0, log: [], may_undo: false };
}

function scoreOf(lines: readonly number[]): Score {
  return {
    total: lines.reduce((sum, points) => sum + points, 0),
    lines: Object.fromEntries(LINES.map((line, i) => [line, lines[i] ?? 0])),
  };
}

function stepOf(stored: StoredStep): LessonStep {
  const previews = Object.entries(stored.previews).map(([move, seats]): MovePreview => ({
    move,
    before: stored.scores,
    after: seats.map(scoreOf),
    certain: true,
    events: [],
    then: [],
    offer: {},
  }));
  const after = Object.entries(stored.after).map(([move, { position, scores }]) => [
    move,
    view(merged(stored.position, position) as Json, [], scores),
  ]);
  return {
    id: stored.id,
    seat: LEARNER,
    view: view(stored.position, stored.legal, stored.scores),
    wanted: stored.wanted,
    after: Object.fromEntries(after) as Record<string, SeatView>,
    previews,
  };
}

export async function lesson(): Promise<readonly LessonStep[]> {
  const stored = (await import('./lesson.json')).default as unknown as readonly StoredStep[];
  return stored.map(stepOf);
}
