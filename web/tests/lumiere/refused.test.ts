/** What a touch on something impossible meant, so that the server can say which rule forbids it. */
import { beforeAll, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';
import type { Position } from '../../src/games/lumiere/types';

let meantBy: (typeof import('../../src/games/lumiere/refused'))['meantBy'];

beforeAll(async () => {
  stubBrowser();
  ({ meantBy } = await import('../../src/games/lumiere/refused'));
  const { need } = await import('../../src/lib/i18n.svelte');
  await need('shell', 'lumiere');
}, 30_000);

const at = (phase: Position['phase'], pending: string | null = null): Position =>
  ({ phase, pending, pool: ['smile', 'corner'], postcards: [] }) as unknown as Position;

test('a thing names the move that it would have been', () => {
  const moves = {
    'tile:3': 'lay:3:a1:0',
    'pool:smile': 'take:smile',
    'building:smile': 'build:smile:a1:0',
    'card:chartier': 'chartier',
    'card:lampadaire': 'lampadaire:undone',
  };
  for (const [thing, move] of Object.entries(moves))
    expect(meantBy(thing, at('laying'), null)).toEqual({ move });
});

test('in phase two a building without a place is refused at once, and a levitation goes first', () => {
  expect(meantBy('building:smile', at('building'), null)).toMatchObject({ rule: 'L5.1' });
  expect(meantBy('building:smile', at('building', 'line'), null)).toHaveProperty('move');
});

test('a levitation asks first for the building that goes back, then for the one that comes', () => {
  const nothing = { give: null, take: null };
  const half = { give: 'line', take: null };
  expect(meantBy('pool:smile', at('building'), nothing)).toMatchObject({ rule: 'L7.2' });
  expect(meantBy('pool:smile', at('building'), half)).toEqual({ move: 'levitation:line:smile' });
  expect(meantBy('space:c4', at('building'), half)).toMatchObject({ rule: 'L7.2' });
});

test('other buildings of a levitation are refused as an exchange, not as a move of their own', () => {
  const whole = { give: 'line', take: 'corner' };
  expect(meantBy('pool:smile', at('building'), whole)).toEqual({ move: 'levitation:line:smile' });
  expect(meantBy('building:bridge', at('building'), whole)).toEqual({
    move: 'levitation:bridge:corner',
  });
  expect(meantBy('building:bridge', at('building'), { give: null, take: null })).toEqual({
    move: 'levitation:bridge:smile',
  });
});

test('without a piece for the board a space says so', () => {
  expect(meantBy('space:c4', at('laying'), null)).toMatchObject({ rule: 'L3.2' });
  expect(meantBy('space:c4', at('building'), null)).toMatchObject({ rule: 'L5.1' });
});

test('a kept postcard is not called used: it waits for a building', () => {
  const kept = (state: string, owner: string): Position => ({
    ...at('building'),
    to_move: 'orange',
    postcards: [{ name: 'chartier', state, owner }] as Position['postcards'],
  });
  const own = meantBy('card:chartier', kept('held', 'orange'), null);
  expect(own).toMatchObject({ rule: 'L7.4', text: expect.stringContaining('still keep') });
  const theirs = meantBy('card:chartier', kept('held', 'blue'), null);
  expect(theirs).toMatchObject({ rule: 'L7.4', text: expect.stringContaining('rival') });
  expect(meantBy('card:chartier', kept('used', 'orange'), null)).toEqual({ move: 'chartier' });
});
