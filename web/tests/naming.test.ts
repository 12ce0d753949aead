/** What the server says about a real table, in words of the catalogues. */
import { beforeAll, describe, expect, test } from 'vitest';
import { stubBrowser } from './browserStubs';

const modules = async () => ({
  lumiere: await import('../src/games/lumiere/score/naming'),
  belle: await import('../src/games/belle_epoque/score/naming'),
  refusal: await import('../src/lib/refusal'),
  i18n: await import('../src/lib/i18n.svelte'),
});
let found: Awaited<ReturnType<typeof modules>>;

beforeAll(async () => {
  stubBrowser();
  found = await modules();
  await found.i18n.need('shell', 'lumiere', 'lumiere-score', 'belle_epoque', 'belle_epoque-score');
}, 30_000);

describe('a part of a score', () => {
  test('of La Cité is named building by building', () => {
    const { partName } = found.lumiere;
    expect(partName('big-l with annex: size 7 × 2 lights')).toBe(
      'big L with annex: size 7 × light 2',
    );
    expect(partName('line: size 3 × 1 light')).toBe('line: size 3 × light 1');
    expect(partName('corner + small-t + garden')).toBe('corner, small T, and garden');
    expect(partName('cross, spared by sacre-coeur')).toContain('Sacré-Cœur');
    expect(partName('painter')).toBe('painter');
  });
  test('of the Belle Époque tells sum and tile', () => {
    const { sumWords } = found.belle;
    expect(sumWords('11+2 = 13: second of [20/10/5]', 10)).toBe('11+2 = 13: 10 of 20 · 10 · 5');
    expect(sumWords('4 = 4: nothing of [20/10/5]', 0)).toBe('4: nothing of 20 · 10 · 5');
    expect(sumWords('won in play', 34)).toBeNull();
  });
});

describe('a fault of a real table', () => {
  const fault = (
    code: string,
    rule: string,
    values: Record<string, string | number | string[]>,
  ) => ({ code, rule, message: `line 3: as the server says (${rule})`, values });

  test('names things as the game does', () => {
    const { impossible } = found.refusal;
    expect(
      impossible(
        fault('overlap', '', { one: 'painter', other: 'corner', space: 'b2' }),
        'lumiere',
        found.lumiere.naming,
      ),
    ).toEqual({ text: 'There are two things on b2: painter and corner.', rule: null });
    expect(
      impossible(
        fault('landmark-twice', 'B1.6', { landmark: 16, districts: ['chaillot', 'belleville'] }),
        'belle_epoque',
        found.belle.naming,
      ),
    ).toEqual({
      text: 'Tour Eiffel cannot be in several districts: Chaillot and Belleville.',
      rule: 'B1.6',
    });
  });
  test('lists only the first of many things', () => {
    const spaces = Array.from({ length: 30 }, (_, n) => `a${n}`);
    expect(
      found.refusal.impossible(
        fault('unknown-spaces', '', { spaces }),
        'lumiere',
        found.lumiere.naming,
      ).text,
    ).toMatch(/a7.*…\.$/);
  });
  test('that nobody translated is told in the words of the server', () => {
    expect(
      found.refusal.impossible(fault('never-heard-of', 'L9', {}), 'lumiere', found.lumiere.naming),
    ).toEqual({ text: 'as the server says', rule: 'L9' });
  });
});
