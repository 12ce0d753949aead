/** What the map and the trays show of a question or a move. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Choice } from '../../src/games/belle_epoque/choice.svelte';
import { unionOf } from '../../src/games/belle_epoque/geometry';
import { lesson } from '../../src/games/belle_epoque/lesson';
import { marksOf, parseMove } from '../../src/games/belle_epoque/moves';
import { askedPlaces, placesOfMove, trayOf } from '../../src/games/belle_epoque/pointing';
import type { Position } from '../../src/games/belle_epoque/types';

let position: Position;
beforeAll(async () => {
  position = (await lesson())[0]!.view.position as Position;
});

const marks = (move: string): string[] => marksOf(parseMove(move), position);
function asked(moves: readonly string[], drawn: string | null = null): readonly string[] {
  const choice = new Choice();
  const now = { ...position, drawn };
  choice.renew(moves, now);
  return askedPlaces(choice, now);
}

describe('the map shows', () => {
  it('where a drawn tile may lie', () => {
    expect(asked(['place:chaillot', 'place:montmartre', 'buy:wood'], 'chaillot:4')).toEqual([
      'chaillot:4',
      'montmartre:4',
    ]);
  });
  it('the bonus tiles and the districts that a question is about, each once', () => {
    expect(asked(['bonus:3', 'bonus:9', 'decline'])).toEqual(['track:3', 'track:9']);
    expect(asked(['score:20:chaillot', 'score:16:chaillot'])).toEqual(['district:chaillot']);
  });
  it('nothing of its own where every key may move', () => {
    expect(asked(['key:arc', 'move:montmartre:2:5', 'sell:wood', 'end'])).toEqual([]);
  });
  it('the target of a move first, then its start', () => {
    expect(placesOfMove(marks('move:montmartre:2:5'))).toEqual(['montmartre:5', 'montmartre:2']);
    expect(placesOfMove(marks('key:arc'))).toEqual(['arc']);
    expect(placesOfMove(marks('score:20:chaillot'))).toEqual(['district:chaillot', 'scoring:20']);
    expect(placesOfMove(marks('sell:wood'))).toEqual([]);
  });
});

describe('a tray comes to the front', () => {
  it.each([
    ['buy:wood', 'market'],
    ['sell:gold-medal', 'screen'],
    ['activate:2', 'screen'],
    ['activate:points:4', 'screen'],
    ['activate:17:22', null],
    ['move:montmartre:2:5', null],
    ['end', null],
  ])('%s: %s', (move, tray) => {
    expect(trayOf(marks(move))).toBe(tray);
  });
});

it('a box around several boxes', () => {
  const box = { x: 10, y: 10, width: 10, height: 10 };
  expect(unionOf(box, [])).toEqual(box);
  expect(
    unionOf(box, [
      { x: 0, y: 12, width: 5, height: 30 },
      { x: 15, y: 5, width: 20, height: 2 },
    ]),
  ).toEqual({ x: 0, y: 5, width: 35, height: 37 });
});
