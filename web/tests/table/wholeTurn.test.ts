/** A hint says the whole turn only if that tells more than its first move. */
import { expect, test } from 'vitest';
import { wholeTurn } from '../../src/pages/table/wholeTurn';

/* As in the Belle Époque: a turn is known up to the first draw. */
const turnWords = (line: readonly string[]) => {
  const draw = line.indexOf('draw');
  const words = (draw < 0 ? line : line.slice(0, draw + 1)).filter((move) => move !== 'end');
  return { text: words.join(', '), plain: words.join(', ') };
};
const parts = { isQuiet: (move: string) => move === 'end', turnWords };
const turn = (move: string, ...then: string[]) => wholeTurn({ move, then }, parts, {});

test('a turn of several moves is said', () => {
  expect(turn('sell', 'key', 'end')).toBe('sell, key');
});

test('a turn of one move is not said again', () => {
  expect(turn('key')).toBeNull();
  expect(turn('key', 'end')).toBeNull();
});

test('nothing is said of what comes after a draw', () => {
  expect(turn('draw', 'key', 'end')).toBeNull();
  expect(turn('sell', 'draw', 'key')).toBe('sell, draw');
});

test('a game without words for turns has none', () => {
  const { isQuiet } = parts;
  expect(wholeTurn({ move: 'a', then: ['b'] }, { isQuiet }, {})).toBeNull();
});
