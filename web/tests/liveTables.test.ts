/** The live list: what it asks, what it hears, and how it connects again. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './browserStubs';
import type { Following, ListSocket } from '../src/lib/liveTables';
import type { ListMessage, TableList, TableSummary } from '../src/lib/protocol';

stubBrowser();
vi.mock('../src/lib/api', () => ({
  greeted: () => Promise.resolve(),
  Refused: class extends Error {},
}));
const { followTables } = await import('../src/lib/liveTables');

class Page extends EventTarget {
  hidden = false;
  show(visible: boolean): void {
    this.hidden = !visible;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

class Line implements ListSocket {
  onmessage: ListSocket['onmessage'] = null;
  onclose: ListSocket['onclose'] = null;
  onopen: ListSocket['onopen'] = null;
  readyState: 0 | 1 | 2 | 3 = 1;
  sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.call(this as never, {} as never);
  }
  open(): void {
    this.onopen?.call(this as never, {} as never);
    this.say({ type: 'reload' });
  }
  say(message: ListMessage): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as never);
  }
}

const table = (id: string, updated: number): TableSummary =>
  ({ table: { id }, updated, phase: 'waiting', seats: [] }) as unknown as TableSummary;
const tell = (...tables: TableSummary[]): ListMessage => ({ type: 'tables', tables, gone: [] });

let page: Page;
let lines: Line[];
let asked: number;
let broken: boolean;
let faults: number;
let ids: string[];
let stored: TableSummary[];
let following: Following;
const last = (): Line => lines.at(-1) as Line;

beforeEach(async () => {
  vi.useFakeTimers();
  [page, lines, asked, broken, faults, ids, stored] = [new Page(), [], 0, false, 0, [], []];
  following = followTables(
    {
      ask: (): Promise<TableList> => {
        asked += 1;
        if (broken) return Promise.reject(new Error('away'));
        return Promise.resolve({ tables: stored, unopened: [], more: false });
      },
      told: ({ tables }) => (ids = tables.map((found) => found.table.id)),
      failed: () => (faults += 1),
    },
    page,
    () => lines[lines.push(new Line()) - 1] as Line,
  );
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  following.stop();
  vi.useRealTimers();
});

describe('the live list', () => {
  test('is asked for once, and then the server tells what changes', async () => {
    stored = [table('a', 1)];
    last().open();
    // A change that comes while the list is on its way is not lost.
    last().say(tell(table('b', 2)));
    await vi.advanceTimersByTimeAsync(0);
    expect(ids).toEqual(['a', 'b']);
    last().say({ type: 'tables', tables: [table('c', 3)], gone: ['a'] });
    expect(ids).toEqual(['b', 'c']);
    await vi.advanceTimersByTimeAsync(19_000);
    expect([asked, lines.length, faults]).toEqual([1, 1, 0]);
  });

  test('is asked for again when changes were lost or when the reader wants it', async () => {
    last().open();
    await vi.advanceTimersByTimeAsync(0);
    last().say({ type: 'reload' });
    await following.now();
    expect(asked).toBe(3);
  });

  test('connects again, later and later, and at once when it is asked to', async () => {
    last().close();
    expect(faults).toBe(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(lines.length).toBe(2);
    for (let number = 0; number < 9; number += 1) {
      last().close();
      await vi.advanceTimersByTimeAsync(40_000);
    }
    const before = lines.length;
    last().close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(lines.length).toBe(before); // by now it waits for half a minute
    void following.now();
    expect(lines.length).toBe(before + 1);
    last().open();
    last().close();
    await vi.advanceTimersByTimeAsync(700);
    expect(lines.length).toBe(before + 2); // after an answer it is quick again
  });

  test('counts as lost when the list cannot be had or the line is dead', async () => {
    broken = true;
    last().open();
    await vi.advanceTimersByTimeAsync(0);
    expect([faults, last().readyState]).toEqual([1, 3]);
    broken = false;
    await vi.advanceTimersByTimeAsync(700);
    last().open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last().sent).toEqual(['{"type":"ping","id":1}']);
    last().say({ type: 'pong', id: 1 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last().readyState).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([faults, lines[1]?.readyState]).toEqual([2, 3]);
  });

  test('rests while nobody looks, and is fresh when somebody does', async () => {
    last().open();
    page.show(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([lines.length, last().readyState, faults]).toEqual([1, 3, 0]);
    page.show(true);
    expect(lines.length).toBe(2);
    following.stop();
    expect(last().readyState).toBe(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines.length).toBe(2);
  });

  test('lets a line that still connects open before it closes it', () => {
    last().readyState = 0;
    following.stop();
    expect(last().readyState).toBe(0); // to close it now would bring a warning of the browser
    const asks = asked;
    last().readyState = 1;
    last().open();
    expect([last().readyState, asked]).toEqual([3, asks]);
  });
});
