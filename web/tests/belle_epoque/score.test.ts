import { describe, expect, it } from 'vitest';
import { emptyBoard, tableText, tapped } from '../../src/games/belle_epoque/score/tableText';

describe('a real table as text', () => {
  it('names players, points, francs, scoring tiles and one value for each key', () => {
    let board = emptyBoard(['orange', 'blue']);
    board = tapped(tapped(tapped(board, 'chaillot:8', 'orange'), 'chaillot:13', 'orange'), 'chaillot:8', 'blue');
    board = { ...board, scoring: { chaillot: 20 }, tile27: 'blue', seats: board.seats.map((seat) => ({ ...seat, points: 12, francs: 3 })) };
    expect(tableText(board).split('\n')).toEqual([
      'game belle_epoque', 'players orange blue', 'points', 'orange 12', 'blue 12', 'francs', 'orange 3', 'blue 3', 'tile-27', 'blue',
      'scoring', 'chaillot 20', 'properties', 'orange chaillot 8 13', 'blue chaillot 8', '',
    ]);
  });

  it('takes a key away when it is tapped again', () => {
    const once = tapped(emptyBoard(['orange', 'blue']), 'belleville:5', 'blue');
    expect(once.keys['belleville:5']).toEqual(['blue']);
    expect(tapped(once, 'belleville:5', 'blue').keys['belleville:5']).toEqual([]);
  });
});
