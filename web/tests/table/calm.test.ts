/** An animation starts after the frames in which a change is drawn. */
import { afterEach, expect, test, vi } from 'vitest';
import { whenCalm } from '../../src/table/calm';

afterEach(() => vi.unstubAllGlobals());

/** Frames at these milliseconds; the number of frames after which it began, 0 if it never did. */
function beganAfter(frames: readonly number[], dropsAfter = Infinity): number {
  let next: ((now: number) => void) | undefined;
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => {
    next = step;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (next = undefined));
  let began = 0;
  let seen = 0;
  const drop = whenCalm(() => (began = seen));
  for (const now of frames) {
    if (seen === dropsAfter) drop();
    const step = next;
    next = undefined;
    seen++;
    step?.(now);
  }
  return began;
}

test('it begins after the first frame that came in time', () => {
  expect(beganAfter([100, 117, 134])).toBe(2);
  expect(beganAfter([100, 200, 283, 300, 317])).toBe(4);
});

test('a machine whose frames are all late waits for six of them', () => {
  expect(beganAfter([100, 133, 166, 200, 233, 266, 300, 333])).toBe(6);
});

test('what is dropped never begins', () => {
  expect(beganAfter([100, 200, 217, 234], 2)).toBe(0);
});
