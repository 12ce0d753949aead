import { describe, expect, test } from 'vitest';
import { needsPlace, movesOf, offersOf, reachOf } from '../../src/games/lumiere/offers';
import { parseMove, spacesOfMove } from '../../src/games/lumiere/moves';
import stored from '../../src/games/lumiere/lesson.json';

test('every move of the lesson is understood and keeps its text', () => {
  const all = (stored as unknown as { legal: string[] }[]).flatMap(({ legal }) => legal);
  expect(all.length).toBeGreaterThan(500);
  for (const text of all) expect(parseMove(text).text).toBe(text);
});

describe('notation', () => {
  test.each([
    ['lay:3:c5:90', 'lay', ['c6', 'd6', 'c5', 'd5']],
    ['take:smile', 'take', []],
    ['pass', 'pass', []],
    ['build:line:b2:90', 'build', ['b4', 'b3', 'b2']],
    ['jardin-des-plantes:c3:0', 'garden', ['c3', 'd3']],
    ['levitation:line:cross', 'swap', []],
    ['metropolitain', 'use', []],
    ['le-peintre:undone', 'use', []],
    ['le-peintre:d4', 'piece', ['d4']],
    ['le-penseur:d4:west', 'statue', ['d4']],
    ['bouquinistes:d4:line', 'annex', ['d4']],
  ])('%s is a %s', (text, kind, spaces) => {
    const move = parseMove(text);
    expect(move.kind).toBe(kind);
    expect(spacesOfMove(move)).toEqual(spaces);
  });
});

describe('what can be picked up', () => {
  const offers = offersOf([
    'build:line:a1:0',
    'build:line:a2:0',
    'bouquinistes:d4:line',
    'bouquinistes:d4:corner',
    'chartier',
    'pass',
  ]);
  test('a building, a card, passing', () => {
    expect([...offers.buildings]).toEqual(['line']);
    expect([...offers.cards]).toEqual(['bouquinistes', 'chartier']);
    expect(offers.pass?.text).toBe('pass');
  });
  test('where a building may reach', () => {
    expect([...reachOf(movesOf({ kind: 'building', building: 'line' }, offers))]).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'b2',
      'c2',
    ]);
  });
  test('a power has no place', () => {
    expect(
      needsPlace(
        { kind: 'card', card: 'chartier' },
        movesOf({ kind: 'card', card: 'chartier' }, offers),
      ),
    ).toBe(false);
  });
});
