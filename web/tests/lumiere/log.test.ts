import { expect, test } from 'vitest';
import type { LogEntry, Score } from '../../src/lib/protocol';
import { logLines, marginsOf } from '../../src/games/lumiere/log';

const entry = (number: number, seat: number, orange: number, blue: number): LogEntry => ({
  number,
  seat,
  move: 'pass',
  at: 0,
  events: [
    { kind: 'pass', seat, details: {} },
    ...(orange
      ? [{ kind: 'points', seat: 0, details: { seat: 'orange', lines: { light: orange } } }]
      : []),
    ...(blue
      ? [{ kind: 'points', seat: 1, details: { seat: 'blue', lines: { light: blue, group: 1 } } }]
      : []),
  ],
});
const scores = (orange: number, blue: number): Score[] =>
  [orange, blue].map((total) => ({ total, lines: {} }));
const log = [entry(1, 0, 5, 0), entry(2, 1, 0, 8), entry(3, 0, 10, -3)];

test('the lead after each move ends in the score now', () => {
  expect(marginsOf(log, scores(15, 7))).toEqual([5, -4, 8]);
});

test('on a replay the whole graph is known from any position', () => {
  expect(marginsOf(log, scores(5, 9), 2)).toEqual(marginsOf(log, scores(15, 7)));
});

test('a line of the log tells what its mover won', () => {
  expect(logLines(log).map(({ points }) => points)).toEqual([5, 9, 10]);
});
