/** How long a note stays: the longer its text, the longer. */
import { expect, test } from 'vitest';
import { readingTime } from '../../src/table/passing';

test('a longer text stays longer, and a short one less than ten seconds', () => {
  const [short, long] = ['this postcard is already used', 'a'.repeat(150)];
  expect(readingTime(short)).toBeLessThan(10_000);
  expect(readingTime(short)).toBeGreaterThan(4_000);
  expect(readingTime(long)).toBeGreaterThan(readingTime(short) + 5_000);
});
