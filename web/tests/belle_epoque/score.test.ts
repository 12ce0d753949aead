import { describe, expect, it, vi } from 'vitest';
import { keep, kept } from '../../src/games/belle_epoque/score/kept';
import { sheetPosition } from '../../src/games/belle_epoque/score/sheetPosition';
import {
  emptyBoard,
  homesOf,
  tableText,
  tapped,
  with27,
  withLandmark,
  withScoring,
  withSeats,
} from '../../src/games/belle_epoque/score/tableText';
import type { RealBoard } from '../../src/games/belle_epoque/score/tableText';
import type { Seat } from '../../src/games/belle_epoque/types';

describe('a real table as text', () => {
  it('names players, points, francs, scoring tiles and one value for each key', () => {
    let board = emptyBoard(['orange', 'blue']);
    board = tapped(
      tapped(tapped(board, 'chaillot:8', 'orange'), 'chaillot:13', 'orange'),
      'chaillot:8',
      'blue',
    );
    board = {
      ...board,
      scoring: { chaillot: 20 },
      tile27: ['blue'],
      seats: board.seats.map((seat) => ({ ...seat, points: 12, francs: 3 })),
    };
    expect(tableText(board).split('\n')).toEqual([
      'game belle_epoque',
      'players orange blue',
      'points',
      'orange 12',
      'blue 12',
      'francs',
      'orange 3',
      'blue 3',
      'tile-27',
      'blue',
      'scoring',
      'chaillot 20',
      'properties',
      'orange chaillot 8 13',
      'blue chaillot 8',
      '',
    ]);
  });

  it('has tile 27 once with two players and twice with three', () => {
    const both = (board: RealBoard): readonly Seat[] =>
      with27(with27(board, 'orange', true), 'blue', true).tile27;
    expect(both(emptyBoard(['orange', 'blue']))).toEqual(['blue']);
    const three = emptyBoard(['orange', 'blue', 'absinthe']);
    expect(both(three)).toEqual(['orange', 'blue']);
    const taken = { ...three, tile27: both(three) };
    expect(with27(taken, 'orange', false).tile27).toEqual(['blue']);
    expect(withSeats(taken, ['orange', 'blue']).tile27).toEqual(['blue']);
  });

  it('lays a second key when a place is tapped again, and takes both away the third time', () => {
    let board = emptyBoard(['orange', 'blue']);
    const owners = [1, 2, 3].map(
      () => (board = tapped(board, 'belleville:5', 'blue')).keys['belleville:5'],
    );
    expect(owners).toEqual([['blue'], ['blue', 'blue'], []]);
  });
});

describe('a real table on the map', () => {
  const empty = emptyBoard(['orange', 'blue', 'absinthe']);

  it('shows what has a key, and empty lots elsewhere', () => {
    const board = tapped(tapped(empty, 'chaillot:8', 'orange'), 'chaillot:8', 'blue');
    const { spaces } = sheetPosition(board).districts.chaillot;
    expect(spaces['8']).toMatchObject({ tile: 'chaillot:8', keys: { orange: 1, blue: 1 } });
    expect(spaces['8']?.type).not.toBeNull();
    expect(spaces['5']).toEqual({ tile: null, type: null, token: null, keys: {} });
    expect(Object.keys(sheetPosition(board).seats)).toEqual(['orange', 'blue', 'absinthe']);
  });
  it('has each landmark in one district: laid elsewhere, it moves with its keys', () => {
    const laid = tapped(withLandmark(empty, 'belleville', 13, 'blue'), 'belleville:13', 'orange');
    const moved = withLandmark(laid, 'montmartre', 13, 'absinthe');
    expect(homesOf(moved, 13)).toEqual(['montmartre']);
    expect(sheetPosition(moved).districts.montmartre.landmarks).toEqual({
      13: { orange: 1, blue: 1 },
    });
    expect(sheetPosition(moved).districts.belleville.landmarks).toEqual({});
  });
  it('has each scoring tile once, and one on a district', () => {
    const once = withScoring(withScoring(empty, 'belleville', 20), 'montmartre', 16);
    expect(withScoring(once, 'montmartre', 20).scoring).toEqual({ montmartre: 20 });
    expect(withScoring(once, 'belleville', null).scoring).toEqual({ montmartre: 16 });
  });
});

describe('a real table over a reload', () => {
  const laid = tapped(
    withScoring(emptyBoard(['orange', 'blue', 'absinthe']), 'chaillot', 20),
    'chaillot:8',
    'absinthe',
  );
  const stored = (text: string | null): void => {
    let place = text;
    vi.stubGlobal('localStorage', {
      getItem: () => place,
      setItem: (_: string, value: string) => (place = value),
    });
  };

  it('is the same', () => {
    stored(null);
    expect(kept()).toBeNull();
    keep({ ...laid, tile27: ['blue'] });
    expect(kept()).toEqual({ ...laid, tile27: ['blue'] });
    // As earlier clients kept it.
    for (const [tile27, owners] of [
      [null, []],
      ['blue', ['blue']],
    ]) {
      stored(JSON.stringify({ ...laid, tile27 }));
      expect(kept()).toEqual({ ...laid, tile27: owners });
    }
  });
  it('is empty if what was kept is no board', () => {
    const wrong = [
      { ...laid, seats: laid.seats.slice(0, 1) },
      { ...laid, seats: [{ seat: 'mauve', points: 0, francs: 0 }, ...laid.seats] },
      { ...laid, tile27: 'garnet' },
      { ...laid, tile27: 7 },
      { ...laid, scoring: { atlantis: 20 } },
      { ...laid, keys: { 'chaillot:8': 'orange' } },
      { ...laid, keys: { 'chaillot:8': ['garnet'] } },
      [],
    ];
    for (const text of ['{', 'null', '7', ...wrong.map((one) => JSON.stringify(one))]) {
      stored(text);
      expect(kept(), text).toBeNull();
    }
  });
  it('works where the browser keeps nothing', () => {
    const refuse = (): never => {
      throw new Error('denied');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    keep(laid);
    expect(kept()).toBeNull();
  });
  it('keeps the entries of players who stay when their number changes', () => {
    const fewer = withSeats(laid, ['orange', 'blue']);
    expect(fewer.keys['chaillot:8']).toEqual([]);
    expect(fewer.scoring).toEqual({ chaillot: 20 });
    expect(withSeats(laid, ['orange', 'blue', 'absinthe'])).toEqual(laid);
  });
});
