/** The prompt while another player is to move. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';

stubBrowser();
const { LANGUAGES, need, speak } = await import('../../src/lib/i18n.svelte');
const { ask, askNow, askOver, verdictOf } = await import('../../src/table/prompt');
const { askOver: askOverLumiere } = await import('../../src/games/lumiere/prompt');
const { leadWords } = await import('../../src/games/lumiere/log');
import type { Chair, TableProps } from '../../src/games/plugin';
import type { Outcome } from '../../src/lib/protocol';

const asks = {
  over: () => ask('over'),
  yours: () => ask('yours'),
  look: () => ask('look'),
  outlook: () => '',
};
const computer = { title: 'Colette', kind: 'computer' };
const table = (halted: boolean) =>
  ({
    outcome: null,
    chairs: [{ title: 'Anna' }, computer],
    toMove: 1,
    seat: 0,
    halted,
    view: {},
  }) as unknown as TableProps;

beforeAll(() => need('shell', 'lumiere'));
beforeEach(() => speak('en'));

test('the prompt says that the player to move has left, in every language', async () => {
  const kept = { title: 'Colette', kind: 'person', online: true };
  const waits = (online: boolean, clock = 'none', told = '') =>
    askNow(
      {
        ...table(false),
        chairs: [{ title: 'Anna' }, { ...kept, online }],
        info: { clock: { kind: clock } },
        told,
      } as unknown as TableProps,
      asks,
    );
  expect(waits(true).text).toBe('It is Colette’s turn');
  expect(waits(false, 'none', 'You take the cross.')).toMatchObject({
    text: 'Colette is to move, but is away',
    note: 'You take the cross.',
  });
  // With days for each turn nobody sits at the table all the time.
  expect(waits(false, 'days').text).toBe('It is Colette’s turn');
  for (const code of LANGUAGES.keys()) {
    await speak(code);
    expect(waits(false).text, code).not.toBe(waits(true).text);
  }
});

test('the prompt says why a computer does not answer', async () => {
  expect(askNow(table(false), asks).text).toBe('Colette is thinking');
  expect(askNow(table(true), asks).text).toContain('rated game');
  for (const code of LANGUAGES.keys()) {
    await speak(code);
    expect(askNow(table(true), asks).text, code).toMatch(/^Colette .{30}/);
  }
});

const NAMES = ['Anna', 'Colette'];
const over = (ranks: number[], totals: number[]) =>
  ({ reason: 'played', ranks, scores: totals.map((total) => ({ total, lines: {} })) }) as Outcome;

test('the prompt at the end addresses the winner who reads it, and names every other', async () => {
  await speak('en');
  const won = over([1, 2], [61, 10]);
  expect(askOver(won, NAMES, 0).text).toBe('You win, 61 : 10');
  expect(askOverLumiere(won, NAMES, 0).text).toBe('You win, 61 to 10');
  for (const you of [1, null]) {
    expect(askOver(won, NAMES, you).text).toBe('<em>Anna</em> wins, 61 : 10');
    expect(askOverLumiere(won, NAMES, you).text).toBe('<em>Anna</em> wins, 61 to 10');
  }
  expect(askOver(over([1, 1], [30, 30]), NAMES, 0).text).toBe(
    'You share the win with Colette, 30 : 30',
  );
  const chairs = NAMES.map((title) => ({ title }) as Chair);
  expect(leadWords(3, chairs, 0)).toContain('you are 3 points ahead');
  expect(leadWords(-3, chairs, 0)).toContain('Colette is 3 points ahead');
});

test('no language says the own name of the reader at the end', async () => {
  for (const code of LANGUAGES.keys()) {
    await speak(code);
    const chairs = NAMES.map((title) => ({ title }) as Chair);
    const [won, shared] = [over([1, 2], [61, 10]), over([1, 1], [30, 30])];
    const said = [
      askOver(won, NAMES, 0).text,
      askOverLumiere(won, NAMES, 0).text,
      askOver(shared, NAMES, 0).text,
      verdictOf({ ...shared, ranks: [1, 1, 3] }, [...NAMES, 'Bert'], 0),
      leadWords(2, chairs, 0),
    ];
    for (const sentence of said) {
      expect(sentence, code).not.toContain('Anna');
      expect(sentence, code).not.toMatch(/\{\w+\}|\.you/);
    }
  }
});
