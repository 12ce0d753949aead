/** The count at the end: thing by thing, the result last. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Count, countSteps, stepLasts } from '../../src/table/count.svelte';

const score = (light: number, group: number) => ({
  total: light + group,
  lines: { light, group },
});
const scores = [score(9, 4), score(6, 0)];
const things = [
  { id: 'smile', seat: 1, points: 6 },
  { id: 'stairs', seat: 0, points: 5 },
  { id: 'line', seat: 0, points: 4 },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the things of a line are counted one by one if they add up to the server’s points', () => {
  const steps = countSteps(scores, (line) => (line === 'light' ? things : []));
  expect(steps.map(({ line, adds }) => [line, ...adds])).toEqual([
    ['light', 0, 6],
    ['light', 5, 0],
    ['light', 4, 0],
    ['group', 4, 0],
  ]);
  const wrong = countSteps(scores, () => things.slice(1));
  expect(wrong.map(({ line, adds }) => [line, ...adds])).toEqual([
    ['light', 9, 6],
    ['group', 4, 0],
  ]);
});

test('a line of many things does not last for ever', () => {
  const many = Array.from({ length: 14 }, (_, i) => ({ id: `${i}`, seat: 0, points: 1 }));
  const steps = countSteps([score(14, 0), score(0, 0)], (line) => (line === 'light' ? many : []));
  const all = steps.reduce((sum, _, index) => sum + stepLasts(steps, index), 0);
  expect(all).toBeLessThan(4500);
});

test('points appear as they are counted, and all of them only at the end', () => {
  const count = new Count();
  expect(count.done).toBe(true);
  count.prepare(countSteps(scores, (line) => (line === 'light' ? things : [])));
  expect(count.done).toBe(false);
  expect(count.scores(scores).map(({ total }) => total)).toEqual([0, 0]);
  const heard: boolean[] = [];
  count.start(1, (done) => heard.push(done));
  expect(count.scores(scores).map(({ total }) => total)).toEqual([0, 6]);
  expect(count.counting).toEqual({ line: 'light', lit: [things[0]] });
  vi.advanceTimersByTime(700);
  expect(count.scores(scores)[0]?.lines).toEqual({ light: 5, group: 0 });
  vi.advanceTimersByTime(10_000);
  expect(count.done).toBe(true);
  expect(count.counting).toBeNull();
  expect(count.scores(scores)).toEqual(scores);
  expect(heard).toEqual([false, false, false, false, true]);
});

test('a touch ends the count', () => {
  const count = new Count();
  count.prepare(countSteps(scores, () => []));
  count.start(1, () => undefined);
  count.skip();
  expect([count.done, count.scores(scores)]).toEqual([true, scores]);
  vi.advanceTimersByTime(10_000);
  expect(count.done).toBe(true);
});
