/**
 * The lesson: positions of real games, made by the engine (web/dev/lesson_lumiere.py and
 * web/dev/strategies_lumiere.py). The files hold only what each move changes. This module makes whole
 * views of it.
 */
import { refusalIn } from '../refusals';
import type { Refusals } from '../refusals';
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
  refusals: Refusals;
  /** Only in a strategy: its name, its margin, and for each move the lines at the end. */
  text?: string;
  lead?: number;
  results?: Record<string, number[][]>;
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
  const results = Object.entries(stored.results ?? {}).map(([move, seats]) => [
    move,
    seats.map(scoreOf),
  ]);
  return {
    id: stored.id,
    text: stored.text ?? stored.id,
    seat: LEARNER,
    view: view(stored.position, stored.legal, stored.scores),
    over: stored.position['phase'] === 'over',
    wanted: stored.wanted,
    after: Object.fromEntries(after) as Record<string, SeatView>,
    previews,
    figures: {},
    results: Object.fromEntries(results) as Record<string, Score[]>,
    estimated: false,
    lead: stored.lead ?? 0,
    refusal: (move) => refusalIn(stored.refusals, move),
  };
}

export async function lesson(): Promise<readonly LessonStep[]> {
  const files = await Promise.all([import('./lesson.json'), import('./strategies.json')]);
  return files.flatMap(({ default: stored }) =>
    (stored as unknown as readonly StoredStep[]).map(stepOf),
  );
}
