/** A name that is wider than its room is written smaller. */
import { expect, test } from 'vitest';
import { sizeFor } from '../src/ui/wholeName';

test('a name keeps its size where it fits, and shrinks with the room where it does not', () => {
  expect(sizeFor(16, 80, 80)).toBe(16);
  expect(sizeFor(16, 100, 80)).toBe(12.8);
  expect(sizeFor(16, 90, 77)).toBeLessThanOrEqual((16 * 77) / 90);
});

test('a name is never too small to read', () => {
  expect(sizeFor(16, 400, 80)).toBe(10);
});
