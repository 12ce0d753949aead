/** Which moves are told and shown again, and how long one waits for the next move. */
import { expect, test } from 'vitest';
import type { LogEntry } from '../../src/lib/protocol';
import { beatOf, lastMoves, lastsAfter, newMoves, turnsOf } from '../../src/table/pace';

const log = (seats: string): LogEntry[] =>
  [...seats].map((seat, index) => ({
    number: index + 1,
    seat: Number(seat),
    move: `m${index + 1}`,
    events: [],
    at: 0,
  }));

test('all moves of all opponents since my last turn are shown again', () => {
  expect(lastMoves(log('0110'), 0)).toEqual({ from: 1, to: 3 });
  expect(lastMoves(log('00112233'), 0)).toEqual({ from: 2, to: 8 });
  expect(lastMoves(log('112'), 0)).toEqual({ from: 0, to: 3 });
  expect(lastMoves(log('00'), 0)).toEqual({ from: 0, to: 0 });
  expect(lastMoves([], 0)).toEqual({ from: 0, to: 0 });
});

test('a watcher sees the last turn again', () => {
  expect(lastMoves(log('001122'), null)).toEqual({ from: 4, to: 6 });
});

test('in the middle of my own turn nothing of the others is new', () => {
  expect(newMoves(log('0110'), 0)).toEqual([]);
  expect(newMoves(log('0112'), 0).map(({ seat }) => seat)).toEqual([1, 1, 2]);
});

test('moves of one player after the other are one turn', () => {
  expect(turnsOf(log('11223')).map((turn) => turn.length)).toEqual([2, 2, 1]);
});

test('an own move is answered sooner than a move of somebody else', () => {
  const beat = beatOf('brisk');
  expect(lastsAfter(beat, true, false)).toBeLessThan(lastsAfter(beat, false, false));
});

test('what an own move announces is read as long as what the others announce', () => {
  const beat = beatOf('brisk');
  expect(lastsAfter(beat, true, true)).toBe(lastsAfter(beat, false, true));
  expect(lastsAfter(beat, true, true)).toBeGreaterThan(lastsAfter(beat, false, false));
});
