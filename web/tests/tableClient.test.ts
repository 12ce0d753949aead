/** The client of a table: when a player can act, while an answer or a position is on its way. */
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from './browserStubs';
import type { ServerMessage, TableState } from '../src/lib/protocol';

stubBrowser();
let hear: (message: ServerMessage) => void;
let answers: ((answer: unknown) => void)[];
vi.mock('../src/lib/socket', () => ({
  Socket: class {
    constructor(_table: string, told: typeof hear) {
      hear = told;
    }
    ask(): Promise<unknown> {
      return new Promise((resolve) => answers.push(resolve));
    }
  },
}));
const { TableClient } = await import('../src/lib/tableClient.svelte');

const state = (ply: number): TableState => ({ ply, views: [] }) as unknown as TableState;
const position = (ply: number): void => hear({ type: 'state', state: state(ply) } as ServerMessage);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
async function done(number: number, ply: number): Promise<void> {
  answers[number]?.({ type: 'done', id: number + 1, ply });
  await settle();
}

beforeEach(() => {
  answers = [];
});

function table(): InstanceType<typeof TableClient> {
  const client = new TableClient('table');
  hear({ type: 'welcome', table: {}, chat: [], state: state(3) } as unknown as ServerMessage);
  return client;
}

test('after the answer, nobody can play in the old position until the new one comes', async () => {
  const client = table();
  void client.move(0, 'pass');
  expect(client.busy).toBe(true);
  await done(0, 4);
  expect(client.busy).toBe(true);
  position(4);
  expect(client.busy).toBe(false);
});

test('a position that comes before the answer can be played in at once', async () => {
  const client = table();
  void client.move(0, 'pass');
  position(4);
  expect(client.busy).toBe(false);
  void client.move(0, 'pass');
  await done(0, 4); // the late answer to the first move says nothing about the second
  expect(client.busy).toBe(true);
  await done(1, 5);
  position(5);
  expect(client.busy).toBe(false);
});

test('a line of chat changes no position: its answer is enough', async () => {
  const client = table();
  void client.act({ type: 'chat', text: 'Bonsoir' });
  expect(client.busy).toBe(true);
  await done(0, 3);
  expect(client.busy).toBe(false);
});

test('a new connection brings the position that was missed', async () => {
  const client = table();
  void client.move(0, 'pass');
  await done(0, 4);
  hear({ type: 'welcome', table: {}, chat: [], state: state(3) } as unknown as ServerMessage);
  expect(client.busy).toBe(false);
});

const hint = { seat: 0, move: 'pass' };
const hinted = (ply: number): void => answers.at(-1)?.({ type: 'hint', ply, hint });

test('a hint goes with its position, and with the end of the game', async () => {
  for (const next of [state(4), { ...state(3), outcome: {} }]) {
    const client = table();
    void client.askHint(0);
    hinted(3);
    await settle();
    expect(client.hint).toEqual(hint);
    hear({ type: 'state', state: next } as ServerMessage);
    expect(client.hint).toBeNull();
  }
});

test('a hint that comes after a resignation is not shown', async () => {
  const client = table();
  void client.askHint(0);
  hear({ type: 'state', state: { ...state(3), outcome: {} } } as unknown as ServerMessage);
  hinted(3);
  await settle();
  expect(client.hint).toBeNull();
});
