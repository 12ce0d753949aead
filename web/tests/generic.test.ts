/** A game without a plugin: its position in words, its moves in groups. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './browserStubs';

const modules = async () => ({
  words: await import('../src/games/generic/words'),
  shape: await import('../src/games/generic/shape'),
  registry: await import('../src/games/registry'),
  i18n: await import('../src/lib/i18n.svelte'),
  catalogue: await import('../src/lib/catalogue.svelte'),
});
let found: Awaited<ReturnType<typeof modules>>;

beforeAll(async () => {
  stubBrowser();
  found = await modules();
  await found.i18n.need('shell', 'generic');
}, 30_000);

describe('a move', () => {
  test('is read word by word', () => {
    expect(found.words.moveWords('take:twenty-one')).toBe('Take twenty one');
    expect(found.words.moveWords('move:a1:-2')).toBe('Move a1 -2');
    expect(found.words.moveWords('pass')).toBe('Pass');
  });
  test('stands in the group of its first word', () => {
    const groups = found.words.groupsOf(['take:one', 'put:a1:red', 'take:two', 'pass']);
    expect(groups.map(({ head }) => head)).toEqual(['Take', 'Put', 'Pass']);
    expect(groups[0]?.moves).toEqual([
      { move: 'take:one', text: 'One' },
      { move: 'take:two', text: 'Two' },
    ]);
    expect(groups[2]?.moves).toEqual([{ move: 'pass', text: 'Pass' }]);
  });
  test('is found by any of its words', () => {
    const legal = ['take:one', 'put:a1:red', 'take:two'];
    const moves = (wanted: string): string[] =>
      found.words.groupsOf(legal, wanted).flatMap(({ moves }) => moves.map(({ move }) => move));
    expect(moves('TAKE tw')).toEqual(['take:two']);
    expect(moves('a1')).toEqual(['put:a1:red']);
    expect(moves('nothing of the kind')).toEqual([]);
  });
});

describe('a position', () => {
  const name = (): ((word: string) => string) => found.words.title;
  const lines = (position: Record<string, unknown>): string[] =>
    found.shape.linesOf(found.shape.shapeOf(position, name()));

  test('is told line by line, without what the frame of the table shows', () => {
    expect(lines({ game: 'nim', ply: 3, to_move: 0, heap: 9, open: true, secret: null })).toEqual([
      'Heap: 9',
      'Open: yes',
      'Secret: –',
    ]);
  });
  test('has lists in one line and nothing in words', () => {
    expect(lines({ piles_left: [3, 4], gone: [], marks: {} })).toEqual([
      'Piles left: 3, 4',
      'Gone: nothing',
      'Marks: nothing',
    ]);
  });
  test('has things of one kind in a table', () => {
    const position = {
      cards: [
        { name: 'sun', owner: null },
        { name: 'moon', owner: 'red' },
      ],
      board: [
        [0, 1],
        [1, 0],
      ],
    };
    const shape = found.shape.shapeOf(position, name());
    expect(shape).toEqual({
      kind: 'group',
      rows: [
        {
          name: 'Cards',
          shape: {
            kind: 'table',
            head: ['Name', 'Owner'],
            rows: [
              { name: '1', cells: ['Sun', '–'] },
              { name: '2', cells: ['Moon', 'Red'] },
            ],
          },
        },
        {
          name: 'Board',
          shape: {
            kind: 'table',
            head: [],
            rows: [
              { name: '1', cells: ['0', '1'] },
              { name: '2', cells: ['1', '0'] },
            ],
          },
        },
      ],
    });
    expect(found.shape.linesOf(shape)[1]).toBe('Cards 2: Name: Moon, Owner: Red');
  });
  test('nests what is of different kinds', () => {
    expect(lines({ area: { north: { owner: 'red', cells: [1, 2] }, south: 4 } })).toEqual([
      'Area North Owner: Red',
      'Area North Cells: 1, 2',
      'Area South: 4',
    ]);
  });
  test('names who sits at a seat', () => {
    const chairs = [{ seat: 1, title: 'Anna' }] as never;
    expect(found.words.namer(['first', 'second'], chairs)('second')).toBe('Anna');
    expect(found.words.namer(['first', 'second'], chairs)('first')).toBe('First');
  });
});

describe('the games of the client', () => {
  test('are those with a plugin before the server has answered', () => {
    expect(found.registry.games().map(({ id }) => id)).toEqual(['lumiere', 'belle_epoque']);
  });
  test('are what the server serves, with a plain plugin for the others', async () => {
    const served = [
      { id: 'nim', title: 'Nim', seat_counts: [2], seat_names: ['first', 'second'] },
      { id: 'dice', title: 'Dice', seat_counts: [2, 3, 4], seat_names: [] },
      { id: 'belle_epoque', title: 'Paris', seat_counts: [2, 3, 4], seat_names: [] },
    ];
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ games: served, version: '1' }))),
    );
    await found.catalogue.askCatalogue();
    const games = found.registry.games();
    expect(games.map(({ id }) => id)).toEqual(['nim', 'dice', 'belle_epoque']);
    expect(games.map(({ hasBook }) => hasBook)).toEqual([false, false, true]);
    expect(games[0]?.title()).toBe('Nim');
    expect(games[0]?.facts()).toBe('2 players');
    expect(games[1]?.facts()).toBe('2–4 players');
    const { plugin, parts } = await found.registry.openGame('nim');
    expect(plugin.short()).toBe('Nim');
    expect(parts.describe('take:two', 0, null).plain).toBe('Take two');
  }, 60_000); // the table is compiled, on a busy machine too
});
