/** The list of public tables: its order, its changes, and the changed options of a table. */
import { describe, expect, test } from 'vitest';
import { freeSeats, isAlone, tablesOf, unusual, withChanges } from '../src/lib/lobby';
import { pagesOf } from '../src/lib/paging';
import type { GameInfo, SeatInfo, TableSummary } from '../src/lib/protocol';

function seat(number: number, more: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: number,
    colour: '',
    kind: 'person',
    name: 'Anna',
    level: null,
    online: false,
    yours: false,
    rating: null,
    guest: false,
    share: null,
    resigned: false,
    may_return: false,
    ...more,
  };
}
function table(
  id: string,
  updated: number,
  seats: SeatInfo[],
  more: Partial<TableSummary> = {},
  game = 'lumiere',
): TableSummary {
  const info = {
    id,
    game,
    title: '',
    rules_version: 1,
    components: '',
    own_components: false,
    options: {},
    clock: { kind: 'none' as const },
    listed: true,
    rated: false,
    created: 0,
    commitment: '',
    branch_of: null,
    first_ply: 0,
    plays_on: 4,
    pair: null,
    rematch_of: null,
  };
  return {
    table: info,
    phase: 'waiting',
    drawing: false,
    seats,
    to_move: null,
    moves: 0,
    updated,
    ranks: null,
    position: null,
    ...more,
  };
}
const open = (number: number): SeatInfo => seat(number, { kind: 'open', name: null });

describe('the list of tables', () => {
  const old = table('old', 1, [seat(0), open(1)]);
  const late = table('late', 9, [seat(0), open(1)]);
  const attended = table('attended', 3, [seat(0, { online: true }), open(1)]);
  const mine = table('mine', 2, [seat(0, { yours: true }), open(1)]);
  const played = table('played', 5, [seat(0), seat(1)], { phase: 'playing' }, 'belle_epoque');

  test('begins with yours, then where somebody waits now, then the latest', () => {
    const all = [old, played, late, attended, mine];
    const waiting = tablesOf(all, 'waiting').map((found) => found.table.id);
    expect(waiting).toEqual(['mine', 'attended', 'late', 'old']);
    expect(tablesOf(all, 'playing')).toEqual([played]);
  });
  test('shows one game when one is chosen', () => {
    expect(tablesOf([old, played], 'playing', 'belle_epoque')).toEqual([played]);
    expect(tablesOf([old, played], 'waiting', 'belle_epoque')).toEqual([]);
  });
  test('takes what is new or newer, and drops what is gone', () => {
    const list = { tables: [old, late], unopened: [], more: true };
    const begun = { ...old, updated: 2, phase: 'playing' as const };
    const stale = { ...late, updated: 8 };
    const changes = { type: 'tables' as const, tables: [begun, stale, mine], gone: [] };
    expect(withChanges(list, changes)).toEqual({ ...list, tables: [begun, late, mine] });
    const gone = { type: 'tables' as const, tables: [], gone: ['late', 'unknown'] };
    expect(withChanges(list, gone).tables).toEqual([old]);
  });
  test('knows which seats are free', () => {
    expect(
      freeSeats(table('four', 0, [seat(0), open(1), seat(2, { kind: 'computer' }), open(3)])),
    ).toEqual([1, 3]);
  });
  test('knows whether a table ends when you go', () => {
    const yours = seat(0, { yours: true });
    expect(isAlone(table('alone', 0, [yours, seat(1, { kind: 'computer' }), open(2)]))).toBe(true);
    expect(isAlone(table('together', 0, [yours, seat(1), open(2)]))).toBe(false);
  });
  test('tells only what was agreed otherwise than usual', () => {
    const option = (name: string, usual: unknown) => ({
      name,
      default: usual,
      choices: [],
      rule: '',
      meaning: '',
    });
    const game = {
      options: [option('postcards', 'first-game'), option('two-tile-hand', false)],
    } as unknown as GameInfo;
    const agreed = {
      ...old,
      table: { ...old.table, options: { postcards: 'random', 'two-tile-hand': false } },
    };
    expect(unusual(agreed, game)).toEqual([['postcards', 'random']]);
    expect(unusual(agreed, undefined)).toEqual([]);
  });
});

describe('a list of pages', () => {
  /** A server with so many tables on a page, the latest first. */
  const PAGE = 3;
  const server = (all: TableSummary[]) => (before?: number) => {
    const rest = all.filter(({ updated }) => before === undefined || updated < before);
    return Promise.resolve({ tables: rest.slice(0, PAGE), unopened: [], more: rest.length > PAGE });
  };
  const named = (moments: number[]) =>
    moments.map((updated, index) => table(`t${index}`, updated, [open(0)]));
  const ids = async (pages: number, moments: number[]) => {
    const { tables, more } = await pagesOf(() => pages, server(named(moments)));
    return [tables.map((found) => found.table.id).join(' '), more];
  };

  test('goes on where the page before ended', async () => {
    expect(await ids(1, [9, 8, 7, 6, 5])).toEqual(['t0 t1 t2', true]);
    expect(await ids(2, [9, 8, 7, 6, 5])).toEqual(['t0 t1 t2 t3 t4', false]);
    expect(await ids(5, [])).toEqual(['', false]);
  });
  test('loses no table that changed in the same moment as the last one', async () => {
    expect(await ids(2, [9, 8, 7, 7, 5, 4])).toEqual(['t0 t1 t2 t3 t4', true]);
    expect(await ids(3, [9, 8, 7, 7, 5, 4])).toEqual(['t0 t1 t2 t3 t4 t5', false]);
  });
  test('goes on behind tables that cannot be opened', async () => {
    const fault = { code: 'damaged', message: '', rule: null };
    const broken = (id: string, updated: number) => ({
      id,
      updated,
      game: 'lumiere',
      phase: 'waiting',
      fault,
    });
    const pages = [
      { tables: [], unopened: [broken('a', 9), broken('b', 8)], more: true },
      { tables: [table('c', 7, [open(0)])], unopened: [broken('b', 8)], more: false },
    ];
    const asked: (number | undefined)[] = [];
    const found = await pagesOf(
      () => 5,
      (before) => {
        asked.push(before);
        return Promise.resolve(
          pages[asked.length - 1] ?? { tables: [], unopened: [], more: false },
        );
      },
    );
    expect(asked).toEqual([undefined, 9]);
    expect(found.unopened.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(found.tables.map((one) => one.table.id)).toEqual(['c']);
  });
  test('comes to its end even where a page is full of one moment', async () => {
    expect(await ids(9, [7, 7, 7, 5, 4])).toEqual(['t0 t1 t2 t3 t4', false]);
  });
});
