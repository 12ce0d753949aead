/** Which pieces travel when the picture of the table changes. */
import { expect, test } from 'vitest';
import { flightsOf } from '../../src/table/journeys';
import type { Seen } from '../../src/table/journeys';

const seen = (...all: string[]): Seen<string>[] =>
  all.map((text, index) => {
    const [piece = '', at = ''] = text.split('@');
    return { piece, at, thing: `${text}#${index}` };
  });
const told = (
  before: string[],
  after: string[],
  journeys: Parameters<typeof flightsOf>[2] = [],
): string[] =>
  flightsOf(seen(...before), seen(...after), journeys, 'seat:1').map(({ from, to }) => {
    const end = (place: typeof from): string => ('thing' in place ? place.thing : place.spot);
    return `${end(from)} > ${end(to)}`;
  });

test('a piece travels when its place changes, and only then', () => {
  const before = ['building:smile@pool', 'building:line@pool', 'card:chartier@open'];
  const after = ['building:line@pool', 'building:smile@reserve:blue', 'card:chartier@open'];
  expect(told(before, after)).toEqual(['building:smile@pool#0 > building:smile@reserve:blue#1']);
  expect(told(before, before)).toEqual([]);
});

test('of several pieces that are alike the one that left meets the one that came', () => {
  const before = ['key:blue@arc', 'key:blue@bank:chaillot', 'key:orange@arc', 'key:blue@hand'];
  const after = ['key:blue@arc', 'key:blue@chaillot:3', 'key:orange@arc', 'key:blue@hand'];
  expect(told(before, after)).toEqual(['key:blue@bank:chaillot#1 > key:blue@chaillot:3#1']);
  expect(told(['key:blue@hand', 'key:blue@hand'], ['key:blue@hand', 'key:blue@arc'])).toEqual([
    'key:blue@hand#1 > key:blue@arc#1',
  ]);
});

test('what was hidden comes from its spot or from the mover, and what vanishes goes there', () => {
  const journeys = [{ piece: 'tile:blue:4', from: 'hand:blue' }];
  expect(told([], ['tile:blue:4@c3'], journeys)).toEqual(['hand:blue > tile:blue:4@c3#0']);
  expect(told([], ['key:blue@arc'])).toEqual(['seat:1 > key:blue@arc#0']);
  expect(told(['token:gold@chaillot:3'], [])).toEqual(['token:gold@chaillot:3#0 > seat:1']);
});
