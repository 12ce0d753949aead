import { beforeAll, describe, expect, it, vi } from 'vitest';
import { current, useComponents } from '../../src/games/belle_epoque/components';
import type { Components } from '../../src/games/belle_epoque/components';
import { effectOf } from '../../src/games/belle_epoque/effects';
import { contradictionWords } from '../../src/games/belle_epoque/sheet/contradictions';
import { rowAt, sectionsOf } from '../../src/games/belle_epoque/sheet/figures';
import { sourceText } from '../../src/games/belle_epoque/sources';
import { LANGUAGES, need, speak } from '../../src/lib/i18n.svelte';

beforeAll(() => need('shell', 'belle_epoque', 'belle_epoque-book', 'belle_epoque-sheet'));

const isText = (text: string): boolean =>
  text !== '' && !/\bbelle\.[\w.-]+/.test(text) && !/\{\w+\}/.test(text);

/** The current file with some figures changed. */
function changed(change: (file: Components) => void): Components {
  const own = structuredClone(current);
  change(own);
  return own;
}

describe('the component sheet', () => {
  it('shows every figure of the file once, in words, with its source', () => {
    const rows = sectionsOf(current).flatMap(({ pieces }) => pieces.flatMap(({ rows }) => rows));
    const parts = [
      current.board,
      current.start,
      current.prices,
      ...current.districts,
      ...current.landmarks,
      ...current.bonus_tiles,
      ...current.end_tiles,
    ];
    const figures = parts.reduce((sum, { from }) => sum + Object.keys(from).length, 0);
    expect(rows).toHaveLength(figures + 3 * current.scoring_tiles.length);
    expect(new Set(rows.map(({ place }) => place)).size).toBe(rows.length);
    for (const { place, label, value } of rows)
      expect([place, isText(label), isText(value)]).toEqual([place, true, true]);
  });

  it('finds the row of a place', () => {
    const sections = sectionsOf(current);
    expect(rowAt(sections, 'landmarks[6].cost')).toMatchObject({
      piece: '15 Sacré-Cœur',
      row: { label: 'cost', value: '1 marble, 2 gold', source: 'rulebook' },
    });
    expect(rowAt(sections, 'scoring_tiles[1].points[0]')?.row.value).toBe('18');
    expect(rowAt(sections, 'start.francs')?.piece).toBe('Start of a game');
    expect(rowAt(sections, 'nowhere')).toBeNull();
  });
});

describe('what contradicts the rules', () => {
  const own = changed(({ start, districts, bonus_tiles }) => {
    start.francs = 5;
    districts[5]!.income = 8;
    districts[0]!.buildings.splice(0, 2, 'bakery', 'cafe');
    delete bonus_tiles[9]!.second_copy_from;
  });
  const told = () =>
    ['start.francs', 'districts', 'districts[0].buildings[1]', 'bonus_tiles'].map((place) =>
      contradictionWords({ place, message: 'in English' }, own),
    );

  it('is told in a sentence', () => {
    expect(told()).toEqual([
      'Start of a game, francs: 5, but the rules print 3',
      'Districts, francs of the bank: 2, 3, 4, 5, 6, 8, but a public source says 2, 3, 4, 5, 6, 7',
      'Montmartre, building of value 2: café, but the rules print bakery',
      'Bonus tiles, number of tiles: 41, but the rules print 42',
    ]);
  });

  const others = [...LANGUAGES.keys()].filter((language) => language !== 'en');
  it.each(others)('is told in %s', async (language) => {
    const english = told();
    vi.stubGlobal('document', { documentElement: {} });
    await speak(language);
    for (const [index, text] of told().entries())
      expect([isText(text), text === english[index]]).toEqual([true, false]);
    await speak('en');
    vi.unstubAllGlobals();
  });

  it('is left to the server where only a newer one knows the place', () => {
    expect(contradictionWords({ place: 'nowhere', message: 'in English' }, own)).toBe('in English');
  });
});

describe('own figures', () => {
  it('are told in the effects of the bonus tiles', async () => {
    expect(effectOf(6)).toBe('5 points for each of your buildings of value 1');
    expect(effectOf(30)).toBe('10, 15, 20 or 25 points for 4, 5, 6 or 7 types of property');
    const own = changed(({ bonus_tiles }) => {
      Object.assign(bonus_tiles[0]!, { francs: 1 });
      Object.assign(bonus_tiles[1]!, { token: 'gold' });
      Object.assign(bonus_tiles[12]!, { price: 9 });
      Object.assign(bonus_tiles[24]!, { back: 3 });
    });
    await useComponents('a'.repeat(64), own);
    expect([1, 2, 13, 25].map((tile) => effectOf(tile))).toEqual([
      '1 franc',
      'one gold',
      'pay 9 francs for one more key from your pool',
      'walk back 1 to 3 spaces and take the tile there',
    ]);
    for (let tile = 1; tile <= 30; tile++)
      expect([tile, isText(effectOf(tile))]).toEqual([tile, true]);
    await useComponents(null, null);
    expect(effectOf(1)).toBe('3 francs');
  });

  it('name a calibrated figure as ours', () => {
    expect(sourceText({ points: 'calibrated' })).toContain('calibration');
    const mixed = sourceText({ cost: 'reconstruction', points: 'calibrated', value: 'rulebook' });
    expect(mixed).toBe(
      'Printed in the rules: the value. Our reconstruction, because the rules show it only in pictures:' +
        ' the cost. Ours, calibrated by games between computer players: the points.',
    );
  });
});
