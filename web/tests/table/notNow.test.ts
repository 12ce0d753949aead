/** What the note says about a touched thing, also when the answer comes late or not at all. */
import { beforeAll, expect, test, vi } from 'vitest';
import { stubBrowser } from '../browserStubs';

stubBrowser();
const { need } = await import('../../src/lib/i18n.svelte');
const { looksOn, NotNow } = await import('../../src/table/notNow.svelte');
import type { TableProps } from '../../src/games/plugin';
import type { Reason } from '../../src/lib/refusal';

beforeAll(() => need('shell'));

const table = (changes: object = {}): TableProps =>
  ({
    seat: 0,
    toMove: 0,
    outcome: null,
    chairs: [{ title: 'Anna' }, { title: 'Colette' }],
    view: { legal: ['pass'] },
    ...changes,
  }) as unknown as TableProps;
const ABOUT = { order: 'L3.1', topic: 'postcard.chartier' };
const LATER: Reason = { text: 'phase two comes later', rule: 'L4.2' };

/** An answer that comes when the test says so. */
function slow(): { answer: Promise<Reason | null>; come: (found: Reason | null) => void } {
  let come: (found: Reason | null) => void = () => undefined;
  const answer = new Promise<Reason | null>((resolve) => (come = resolve));
  return { answer, come: (found) => come(found) };
}

test('the reason is shown with the thing that it is about', async () => {
  const note = new NotNow((text) => text);
  await note.tell('card:chartier', table(), ABOUT, () => Promise.resolve(LATER));
  expect(note.shown).toEqual({ ...LATER, at: 'card:chartier' });
  note.clear();
  expect(note.shown).toBeNull();
});

test('an answer that comes after another choice is not shown', async () => {
  const note = new NotNow((text) => text);
  const { answer, come } = slow();
  const told = note.tell('card:chartier', table(), ABOUT, () => answer);
  note.clear();
  come(LATER);
  await told;
  expect(note.shown).toBeNull();
});

test('of two questions the newer one is shown, whichever is answered first', async () => {
  const note = new NotNow((text) => text);
  const [first, second] = [slow(), slow()];
  const told = [
    note.tell('card:chartier', table(), ABOUT, () => first.answer),
    note.tell('pool:smile', table(), ABOUT, () => second.answer),
  ];
  second.come({ text: 'not this one', rule: 'L7.2' });
  first.come(LATER);
  await Promise.all(told);
  expect(note.shown).toMatchObject({ at: 'pool:smile', rule: 'L7.2' });
});

test('where a question fails, or the guessed move is possible, the help on the thing opens', async () => {
  const help = vi.fn();
  const note = new NotNow((text) => text);
  await note.tell('card:chartier', table({ help }), ABOUT, () => Promise.resolve(null));
  expect(note.shown).toBeNull();
  expect(help).toHaveBeenCalledExactlyOnceWith('postcard.chartier');
});

test('an answer that fails after another choice opens nothing', async () => {
  const help = vi.fn();
  const note = new NotNow((text) => text);
  const { answer, come } = slow();
  const told = note.tell('card:chartier', table({ help }), ABOUT, () => answer);
  note.clear();
  come(null);
  await told;
  expect(help).not.toHaveBeenCalled();
});

test('while another player has to move, that is the reason', async () => {
  const note = new NotNow((text) => text);
  await note.tell('pool:smile', table({ toMove: 1, view: { legal: [] } }), ABOUT, () => LATER);
  expect(note.shown?.text).toContain('Colette');
  expect(note.shown?.rule).toBe('L3.1');
});

test('who only looks is nobody who may have to move', () => {
  expect(looksOn(table())).toBe(false);
  expect(looksOn(table({ toMove: 1, view: { legal: [] } }))).toBe(false);
  const looks = {
    seat: null,
    jump: () => undefined,
    outcome: {},
    toMove: null,
    view: { legal: [] },
  };
  for (const [name, value] of Object.entries(looks))
    expect(looksOn(table({ [name]: value })), name).toBe(true);
});
