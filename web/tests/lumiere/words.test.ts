/** Moves in words, as screen readers and the list of moves read them. */
import { beforeAll, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';

let describe: (typeof import('../../src/games/lumiere/words'))['describe'];

beforeAll(async () => {
  stubBrowser();
  ({ describe } = await import('../../src/games/lumiere/words'));
  const { need } = await import('../../src/lib/i18n.svelte');
  await need('shell', 'lumiere');
}, 30_000);

const TURNS = [0, 90, 180, 270];

test('four turns of a tile are four sentences, each with all four spaces', () => {
  const said = TURNS.map((turn) => describe(`lay:3:c5:${turn}`, 0).plain);
  expect(new Set(said).size).toBe(4);
  for (const sentence of said) expect(sentence).toMatch(/^places a tile on c5 \(.*,.*,.*,.*\)$/);
});

test('the sides see their own colours on the same tile', () => {
  expect(describe('lay:3:c5:0', 0).plain).not.toBe(describe('lay:3:c5:0', 1).plain);
});

test('the log names the place alone', () => {
  const shown = TURNS.map((turn) => describe(`lay:3:c5:${turn}`, 0).text);
  expect(new Set(shown).size).toBe(1);
});
