/** Reasons for moves are whole sentences in every language, and say the figures of the server. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Chair, GameParts } from '../src/games/plugin';
import type { Explanation, PartChange } from '../src/lib/protocol';
import { stubBrowser } from './browserStubs';

const modules = async () => ({
  why: await import('../src/lib/why'),
  i18n: await import('../src/lib/i18n.svelte'),
  lumiere: await import('../src/games/lumiere/why'),
  belle: await import('../src/games/belle_epoque/why'),
});
let found: Awaited<ReturnType<typeof modules>>;

beforeAll(async () => {
  stubBrowser();
  found = await modules();
  await found.i18n.need('shell', 'lumiere', 'belle_epoque');
}, 30_000);

const chairs = ['orange', 'blue'].map(
  (colour, seat) => ({ seat, colour, title: seat ? 'Colette' : 'Anna' }) as unknown as Chair,
);
const part = (line: string, points: number, more: Partial<PartChange> = {}): PartChange => ({
  seat: 'orange',
  line,
  thing: '',
  points,
  before: 0,
  after: points,
  values: {},
  old_values: null,
  text: '',
  ...more,
});
const nothing: Explanation = {
  other: null,
  gain: null,
  proved: false,
  lines: [],
  at_once: [],
  at_end: [],
  places: [],
  games: 0,
};
const smile = { building: 'smile', size: 6, lamps: ['d5', 'e3'], lost: [] };

const describeMove = () => ({ text: '', plain: 'takes the square' });

/** The situation of orange in a game with these words. */
function situation(words: 'lumiere' | 'belle', scoreLine: (line: string) => string) {
  const { partWords, placeWords } = found[words];
  const { lineChange } = found.lumiere;
  const parts = {
    describe: describeMove,
    lineChange,
    partWords,
    placeWords,
    scoreLine,
  } as unknown as GameParts;
  return { parts, chairs, seat: 0, reader: null, position: null, lines: 5 };
}
const lumiere = () => situation('lumiere', (line) => found.i18n.t(`lumiere.line.${line}`));
const belle = () => situation('belle', (line) => found.i18n.t(`belle.line.${line}`));

/** A sentence of the catalogue: no key that was not found, no placeholder that was not filled. */
function isSentence(text: string): boolean {
  return /[.]$/.test(text) && !/\{\w+\}/.test(text) && !/\b(?:why|lumiere|belle)\.\w/.test(text);
}

describe('in English', () => {
  test('a hint says what its turn brings, with its streetlights', () => {
    const why = { ...nothing, at_once: [part('light', 12, { values: smile })] };
    expect(found.why.whySentences(why, 'next', lumiere())).toEqual([
      '+12 points this turn: smile, 6 spaces under 2 streetlights on d5 and e3.',
    ]);
  });
  test('the end names the streetlight that the alternative loses', () => {
    const lost = { ...smile, lamps: ['e3'], lost: ['d5:blue'] };
    const why = {
      ...nothing,
      other: 'take:line',
      gain: 6,
      proved: true,
      lines: [{ seat: 'orange', line: 'light', points: 6, best: 12, other: 6 }],
      at_end: [part('light', 6, { before: 6, after: 12, values: smile, old_values: lost })],
    };
    expect(found.why.whySentences(why, 'played', lumiere())).toEqual([
      'Proved: at the end +6 points compared with the move that was played.',
      'The two ends differ in smile, 6 spaces under 2 streetlights on d5 and e3; ' +
        'the streetlight on d5 lost to Colette (+6).',
    ]);
  });
  test('estimates tell their lines, and whose they are', () => {
    const why = {
      ...nothing,
      other: 'end',
      gain: 4.2,
      lines: [
        { seat: 'orange', line: 'light', points: 3.1, best: 13.1, other: 10 },
        { seat: 'blue', line: 'group', points: -1.1, best: 7.9, other: 9 },
      ],
      places: [{ place: 'd5', best: [0.2, 0.1], other: [0.2, 0.7] }],
      games: 40,
    };
    expect(found.why.whySentences(why, 'next', lumiere())).toEqual([
      'At the end it should bring +4.2 points compared with the next best move.',
      'Points line by line: Lit buildings (+3.1 for Anna) and Largest group (−1.1 for Colette).',
      'Colette builds on d5 in 10% of the imagined games instead of 70%.',
    ]);
  });
  test('the lines make the gain: what is not named is added up', () => {
    const line = { best: 0, other: 0 };
    const why = {
      ...nothing,
      other: 'end',
      gain: 6.5,
      lines: [
        { ...line, seat: 'orange', line: 'light', points: 4 },
        { ...line, seat: 'blue', line: 'light', points: -2 },
        { ...line, seat: 'orange', line: 'group', points: 1.5 },
        { ...line, seat: 'blue', line: 'group', points: 1 },
      ],
    };
    expect(found.why.whySentences(why, 'next', { ...lumiere(), reader: 0 }).at(-1)).toBe(
      'Points line by line: Lit buildings (+4 for you), Lit buildings (−2 for Colette), ' +
        'Largest group (+1.5 for you), and all other lines together (−1 for you).',
    );
    // With three players the gain counts the best rival only, and lines of several do not make it.
    const three = { ...lumiere(), chairs: [...chairs, { seat: 2, colour: 'peony', title: 'Luc' }] };
    expect(
      found.why.whySentences(why, 'next', three as unknown as ReturnType<typeof lumiere>).at(-1),
    ).toBe(
      'The largest differences in points: Lit buildings (+4 for Anna), ' +
        'Lit buildings (−2 for Colette), and Largest group (+1.5 for Anna).',
    );
  });
  test('the reader of a hint is addressed, and the rival is named', () => {
    const why = {
      ...nothing,
      other: 'end',
      gain: 2.3,
      lines: [
        { seat: 'blue', line: 'unbuilt', points: -1.4, best: -3, other: -1.6 },
        { seat: 'orange', line: 'unbuilt', points: 0.9, best: 0, other: -0.9 },
      ],
      places: [{ place: 'd4', best: [0.8, 0.1], other: [0.2, 0.1] }],
    };
    expect(found.why.whySentences(why, 'next', { ...lumiere(), reader: 0 })).toEqual([
      'At the end it should bring +2.3 points compared with the next best move.',
      'Points line by line: more penalty for unbuilt buildings (−1.4 for Colette) and less penalty for ' +
        'unbuilt buildings (+0.9 for you).',
      'You build on d4 in 80% of the imagined games instead of 20%.',
    ]);
    expect(found.why.proofSentence(2, null)).toBe(
      'Proved: if everybody plays their best, you end 2 points ahead.',
    );
  });
  test('a move that is about as good is named, with what differs', () => {
    const line = { seat: 'orange', best: 3, other: 1 };
    const why = {
      ...nothing,
      other: 'take:square',
      gain: 0,
      lines: [
        { ...line, line: 'light', points: 2 },
        { ...line, line: 'group', points: -2 },
      ],
    };
    expect(found.why.whySentences(why, 'next', lumiere())).toEqual([
      'The next best move – takes the square – is about as good.',
      'Points line by line: Lit buildings (+2) and Largest group (−2).',
    ]);
    expect(found.why.whySentences({ ...why, lines: [] }, 'next', lumiere())).toEqual([
      'The next best move – takes the square – is about as good.',
      'Both lead to the same points in every line.',
    ]);
  });
  test('a single line that differs is named', () => {
    const line = { points: 3, best: 3, other: 0, seat: 'orange' };
    const why = { ...nothing, other: 'pass', gain: 3, lines: [{ ...line, line: 'light' }] };
    expect(found.why.whySentences(why, 'next', lumiere())).toEqual([
      'At the end it should bring +3 points compared with the next best move.',
      'Points line by line: Lit buildings (+3).',
    ]);
    const map = { ...why, lines: [{ ...line, line: 'chaillot' }] };
    expect(found.why.whySentences(map, 'next', belle())[1]).toBe(
      'Points line by line: Chaillot (+3).',
    );
  });
  test('a game with one line gets a plain sentence', () => {
    const one = { ...lumiere(), lines: 1 };
    const line = { line: 'points', points: 2, best: 3, other: 1 };
    const why = { ...nothing, other: 'take:two', gain: 4, lines: [{ ...line, seat: 'orange' }] };
    expect(found.why.whySentences(why, 'next', one)).toEqual([
      'At the end it should bring +4 points compared with the next best move.',
    ]);
    expect(found.why.whySentences({ ...why, gain: -0.3 }, 'next', one)).toEqual([
      'The next best move – takes the square – is about as good.',
    ]);
    expect(found.why.whySentences(nothing, 'next', lumiere())).toEqual([]);
  });
});

describe('in every language', () => {
  const everything = (words: 'lumiere' | 'belle'): Explanation => ({
    ...nothing,
    other: 'pass',
    gain: 2.5,
    lines: [
      {
        seat: 'orange',
        line: words === 'belle' ? 'chaillot' : 'light',
        points: 1.5,
        best: 2,
        other: 0.5,
      },
      { seat: 'blue', line: words === 'belle' ? 'points' : 'group', points: -1, best: 1, other: 2 },
    ],
    at_once:
      words === 'lumiere'
        ? [
            part('light', 12, { values: smile }),
            part('light', 3, { values: { ...smile, size: 3, lamps: ['d5'] } }),
            part('group', 9, { values: { size: 9, buildings: ['smile', 'line'] } }),
          ]
        : [
            part('chaillot', 10, { values: { place: 1, sum: 13, rival: 8 } }),
            part('points', 4),
            part('tile-27', 6, { values: { francs: 6 } }),
          ],
    places: [
      { place: words === 'belle' ? 'montmartre:8' : 'd5', best: [0.2, 0.1], other: [0.2, 0.7] },
    ],
  });
  test('all reasons are sentences with their figures', async () => {
    for (const language of found.i18n.LANGUAGES.keys()) {
      await found.i18n.speak(language);
      for (const words of ['lumiere', 'belle'] as const) {
        for (const compared of ['next', 'played'] as const) {
          const said = found.why.whySentences(
            everything(words),
            compared,
            words === 'belle' ? belle() : lumiere(),
          );
          expect(said, language).toHaveLength(4);
          for (const sentence of said)
            expect(isSentence(sentence), `${language}: ${sentence}`).toBe(true);
          const total = words === 'lumiere' ? '+24' : '+20';
          expect(said[0], language).toContain(total);
          expect(said[1], language).toMatch(/\+2[.,]5/);
          expect(said[2], language).toMatch(/\+1[.,]5/);
          expect(said[3], language).toContain('70');
        }
      }
      for (const margin of [-7, -1, 0, 1, 3, 5]) {
        expect(isSentence(found.why.proofSentence(margin, 'Anna')), language).toBe(true);
        expect(isSentence(found.why.proofSentence(margin, null)), language).toBe(true);
      }
      const others = [
        part('unbuilt', 3, { values: { building: 'smile' } }),
        part('unbuilt', -3, { values: { building: 'smile' } }),
        part('postcards', 4, { values: { piece: 'painter', at: 'd5' } }),
        part('light', -3, { values: { ...smile, lamps: [] } }),
      ];
      for (const one of others)
        expect(isSentence(`${found.lumiere.partWords(one, String)}.`), language).toBe(true);
    }
  });
  test('the own name of the reader is nowhere', async () => {
    for (const language of found.i18n.LANGUAGES.keys()) {
      await found.i18n.speak(language);
      for (const words of ['lumiere', 'belle'] as const)
        for (const best of [0.9, 0.1]) {
          const place = { place: 'chaillot:8', best: [best, 0.1], other: [0.2, 0.7] };
          const situation = words === 'belle' ? belle() : lumiere();
          const why = { ...everything(words), places: [place] };
          const said = found.why.whySentences(why, 'next', { ...situation, reader: 0 }).join(' ');
          expect(said, language).not.toContain('Anna');
          expect(said, language).toContain('Colette');
        }
    }
  });
  test('Polish has its cases', async () => {
    await found.i18n.speak('pl');
    const { partWords } = found.lumiere;
    const light = (size: number, lamps: string[]): string =>
      partWords(part('light', 1, { values: { ...smile, size, lamps } }), String);
    expect(light(3, ['d5'])).toContain('3 pola pod 1 latarnią na d5');
    expect(light(5, ['d5', 'e3'])).toContain('5 pól pod 2 latarniami na d5 i e3');
    expect(found.i18n.signed(-1.5)).toBe('−1,5');
  });
});
