/** Scenes follow one another with a beat. An input shows the newest one at once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stage } from '../../src/table/stage.svelte';
import type { Scene } from '../../src/table/stage.svelte';

const scene = (moves: number, ply = moves): Scene => ({
  ply,
  moves,
  phase: 'playing',
  to_move: 0,
  outcome: null,
  views: [],
});

function stageOf(beat = 500, between: Scene[] = []): { stage: Stage; seen: number[] } {
  const seen: number[] = [];
  const stage: Stage = new Stage({
    present: (next) => {
      seen.push(next.moves);
      stage.shown = next;
    },
    lasts: () => beat,
    between: () => Promise.resolve(between),
  });
  return { stage, seen };
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first scene is shown at once, each later one after a beat', async () => {
  const { stage, seen } = stageOf();
  stage.take(scene(3));
  expect(seen).toEqual([3]);
  stage.take(scene(4));
  stage.take(scene(5));
  await settle();
  expect(seen).toEqual([3, 4]);
  await vi.advanceTimersByTimeAsync(500);
  expect(seen).toEqual([3, 4, 5]);
  expect(stage.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(stage.busy).toBe(false);
});

test('an input shows the newest scene at once', async () => {
  const { stage, seen } = stageOf();
  [3, 4, 5, 6].forEach((moves) => stage.take(scene(moves)));
  await settle();
  stage.finish();
  expect(seen).toEqual([3, 4, 6]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual([3, 4, 6]);
});

test('an input before the server has answered drops what was waited for', async () => {
  const { stage, seen } = stageOf(500, [scene(4), scene(5)]);
  stage.take(scene(3));
  stage.take(scene(6));
  stage.finish();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual([3, 6]);
});

test('several moves in one message are shown one by one', async () => {
  const { stage, seen } = stageOf(500, [scene(4), scene(5)]);
  stage.take(scene(3));
  stage.take(scene(6));
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual([3, 4, 5, 6]);
});

test('without a beat, after a takeback and after a long absence nothing waits', async () => {
  const quick = stageOf(0);
  [3, 4, 5].forEach((moves) => quick.stage.take(scene(moves)));
  expect(quick.seen).toEqual([3, 4, 5]);
  const { stage, seen } = stageOf();
  stage.take(scene(30));
  stage.take(scene(29, 31));
  stage.take(scene(60, 62));
  await settle();
  expect(seen).toEqual([30, 29, 60]);
});

test('a state without a move changes no scene', async () => {
  const { stage, seen } = stageOf();
  stage.take(scene(3));
  const again = { ...scene(3), to_move: 1 };
  stage.take(again);
  await settle();
  expect(seen).toEqual([3]);
  expect(stage.shown).toBe(again);
});

test('a game that begins or ends without a move is a new scene', () => {
  const { stage, seen } = stageOf();
  stage.take({ ...scene(0), phase: 'waiting' });
  stage.take(scene(0));
  stage.take({ ...scene(0), phase: 'over' });
  expect(seen).toEqual([0, 0, 0]);
});

test('the last moves are shown again and lead back to the newest scene', async () => {
  const { stage, seen } = stageOf();
  stage.take(scene(8));
  stage.repeat([scene(6), scene(7)]);
  expect(stage.repeating).toBe(true);
  await vi.advanceTimersByTimeAsync(400);
  stage.take(scene(9));
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual([8, 6, 7, 8, 9]);
  expect(stage.repeating).toBe(false);
});
