/** The better turn of an analysis is named whole, not by a first move that only prepares it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { stubBrowser } from '../browserStubs';

const modules = async () => ({
  ...(await import('../../src/games/belle_epoque/turnWords')),
  ...(await import('../../src/games/belle_epoque/words')),
  ...(await import('../../src/lib/i18n.svelte')),
});
let found: Awaited<ReturnType<typeof modules>>;

beforeAll(async () => {
  stubBrowser();
  found = await modules();
  await found.need('shell', 'belle_epoque');
}, 30_000);

const LINE = ['buy:wood', 'move:montmartre:2:5', 'bonus:5', 'decline', 'end', 'draw:1'];

describe('a turn in words', () => {
  it('is named up to its end, and its free actions stand back', () => {
    const { text, plain } = found.turnWords(LINE, null);
    expect(plain).toMatch(
      /^buys wood, moves a key from the bakery 2 to the theatre 5 of Montmartre, and takes bonus tile 5 \(\d+ points?\)$/,
    );
    expect(text).not.toContain('<b>wood</b>');
    expect(text).toContain('<b>the theatre 5</b>');
  });
  it('ends with a draw: nobody knows the tile', () => {
    expect(found.turnWords(['draw:2', 'place:chaillot', 'key:arc'], null).plain).toBe(
      'draws from pile 2',
    );
  });
  it('of nothing but free actions shows what they are about', () => {
    expect(found.turnWords(['buy:wood', 'sell:gold-medal', 'end'], null).text).toMatch(
      /^buys <b>wood<\/b> and sells <b>.+<\/b>$/,
    );
  });
  it('may be nothing but its end', () => {
    for (const line of [['end'], ['end', 'draw:1'], ['decline', 'end']])
      expect(found.turnWords(line, null)).toEqual(found.describe(line[0]!));
  });
  it('names the key that moves in every language', async () => {
    for (const language of found.LANGUAGES.keys()) {
      await found.speak(language);
      const { plain } = found.turnWords(LINE, null);
      for (const move of ['buy:wood', 'move:montmartre:2:5', 'bonus:5'])
        expect(plain, language).toContain(found.describe(move).plain);
      expect(plain, language).not.toContain(found.describe('end').plain);
    }
  });
});
