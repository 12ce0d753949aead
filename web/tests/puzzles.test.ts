/** The puzzle of the day, the days in a row, and what a wrong try loses. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lossOf } from '../src/lib/losses';
import {
  dailySolved,
  dayNumber,
  puzzleOfDay,
  resultOf,
  solvedCount,
  storePlayed,
  storeShown,
  streak,
} from '../src/lib/puzzleDays';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

describe('the puzzle of the day', () => {
  test('a day is the date on the clock of the reader, at any hour', () => {
    const early = new Date(2026, 10, 16, 0, 0, 1);
    const late = new Date(2026, 10, 16, 23, 59, 59);
    expect(dayNumber(early)).toBe(dayNumber(late));
    expect(dayNumber(new Date(2026, 10, 17))).toBe(dayNumber(early) + 1);
    // The same date has the same number everywhere: it counts dates, not hours.
    expect(dayNumber(early)).toBe(Date.UTC(2026, 10, 16) / 86_400_000);
    // A day of 25 hours is one day.
    expect(dayNumber(new Date(2026, 9, 26)) - dayNumber(new Date(2026, 9, 25))).toBe(1);
  });
  test('every puzzle has its day, and then the first one comes again', () => {
    const puzzles = ['a', 'b', 'c'];
    const day = dayNumber(new Date());
    const week = [0, 1, 2, 3].map((more) => puzzleOfDay(puzzles, day + more));
    expect(new Set(week.slice(0, 3)).size).toBe(3);
    expect(week[3]).toBe(week[0]);
    expect(puzzleOfDay([], day)).toBeUndefined();
  });
});

describe('the days in a row', () => {
  test('they grow day by day, and a missed day ends them', () => {
    expect(streak('lumiere', 100)).toEqual({ run: 0, best: 0, today: false });
    dailySolved('lumiere', 100, 'x');
    dailySolved('lumiere', 100, 'x');
    expect(streak('lumiere', 100)).toEqual({ run: 1, best: 1, today: true });
    dailySolved('lumiere', 101, 'x');
    // The next morning the run is still there, and today is open.
    expect(streak('lumiere', 102)).toEqual({ run: 2, best: 2, today: false });
    expect(streak('lumiere', 103).run).toBe(0);
    dailySolved('lumiere', 103, 'x');
    expect(streak('lumiere', 103)).toEqual({ run: 1, best: 2, today: true });
    expect(streak('other', 103).run).toBe(0);
  });
  test('a puzzle that was shown does not count that day, however often its move is played', () => {
    storeShown('lumiere', 'x', 100, 0);
    // The page is opened again, and the move is played twice.
    for (let times = 0; times < 2; times += 1) {
      dailySolved('lumiere', 100, 'x');
      storePlayed('lumiere', 'x', 100, 1);
    }
    expect(streak('lumiere', 100)).toEqual({ run: 0, best: 0, today: false });
    expect(resultOf('lumiere', 'x')?.state).toBe('shown');
    dailySolved('lumiere', 101, 'y');
    expect(streak('lumiere', 101).run).toBe(1);
  });
  test('a puzzle that was shown on an earlier day counts when its day comes', () => {
    storeShown('lumiere', 'x', 60, 0);
    storeShown('lumiere', 'y', 60, 0);
    storePlayed('lumiere', 'y', 70, 1);
    dailySolved('lumiere', 100, 'x');
    dailySolved('lumiere', 101, 'y');
    expect(streak('lumiere', 101).run).toBe(2);
  });
  test('a puzzle that was solved once and is shown on its day does not count', () => {
    storePlayed('lumiere', 'x', 60, 1);
    storeShown('lumiere', 'x', 100, 0);
    dailySolved('lumiere', 100, 'x');
    expect(streak('lumiere', 100).run).toBe(0);
  });
  test('the results of earlier versions are read', () => {
    const results = { x: { state: 'shown', tries: 2 }, y: { state: 'solved', tries: 1 } };
    stored.set(
      'lutetia.puzzles',
      JSON.stringify({ lumiere: { results, day: 99, run: 4, best: 5 } }),
    );
    expect(resultOf('lumiere', 'x')).toEqual({ state: 'shown', tries: 2 });
    expect(solvedCount('lumiere', ['x', 'y'])).toBe(1);
    // Nobody knows on which day it was shown.
    dailySolved('lumiere', 100, 'x');
    expect(streak('lumiere', 100)).toEqual({ run: 5, best: 5, today: true });
    storePlayed('lumiere', 'x', 100, 3);
    expect(solvedCount('lumiere', ['x', 'y'])).toBe(2);
  });
  test('a reader who travels west does not lose or gain a day', () => {
    dailySolved('lumiere', 100, 'x');
    dailySolved('lumiere', 99, 'x');
    expect(streak('lumiere', 100)).toEqual({ run: 1, best: 1, today: true });
  });
  test('what is stored and cannot be read counts as nothing', () => {
    stored.set('lutetia.puzzles', '{broken');
    expect(streak('lumiere', 5).run).toBe(0);
    dailySolved('lumiere', 5, 'x');
    expect(streak('lumiere', 5).run).toBe(1);
  });
});

test('a solved puzzle stays solved, and a shown one may be solved on another day', () => {
  storeShown('lumiere', 'x', 100, 1);
  expect(solvedCount('lumiere', ['x', 'y'])).toBe(0);
  storePlayed('lumiere', 'x', 101, 2);
  storeShown('lumiere', 'x', 102, 1);
  storePlayed('lumiere', 'x', 103, 1);
  expect(resultOf('lumiere', 'x')).toEqual({ state: 'solved', tries: 2, shownOn: 102 });
  expect(solvedCount('lumiere', ['x', 'y'])).toBe(1);
});

test('a loss is the difference of the leads, with the lines of each side', () => {
  const score = (light: number, group: number) => ({
    total: light + group,
    lines: { light, group },
  });
  const best = [score(30, 8), score(20, 9)];
  const tried = [score(26, 8), score(21, 9)];
  expect(lossOf(best, tried, 0)).toEqual({
    points: 5,
    seats: [
      { seat: 0, lines: [{ line: 'light', change: -4 }] },
      { seat: 1, lines: [{ line: 'light', change: 1 }] },
    ],
  });
  // From the other side the same ends are a gain. The own lines come first.
  const other = lossOf(best, tried, 1);
  expect(other.points).toBe(-5);
  expect(other.seats.map(({ seat }) => seat)).toEqual([1, 0]);
});
