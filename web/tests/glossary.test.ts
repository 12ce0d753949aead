/** Each language has one word for each thing: its glossary names the word and the words to avoid. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { TOUCH } from '../build/catalogues';
import { formOf, parseCatalogue } from '../build/po';

interface Term {
  word: string;
  not?: string[];
}
type Terms = Record<string, Term>;
interface Glossary {
  /** What only a mouse or a keyboard can do. */
  mouse: string[];
  all: Terms;
  lumiere: Terms;
  belle_epoque: Terms;
}

const LOCALES = join(import.meta.dirname, '../locales');
const SCOPES = ['all', 'lumiere', 'belle_epoque'] as const;
/** The page hides its list of keys on touch screens. */
const HIDDEN = ['help.keys'];

const glossary = (language: string): Glossary =>
  parse(readFileSync(join(LOCALES, language, 'glossary.toml'), 'utf8')) as unknown as Glossary;

/** Every text of a language: its key, its words, and its catalogue. */
function textsOf(language: string): { key: string; text: string; domain: string }[] {
  const folder = join(LOCALES, language);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .flatMap((domain) =>
      [...parseCatalogue(readFileSync(join(folder, domain), 'utf8'), domain).entries].flatMap(
        ([key, entry]) =>
          [entry]
            .flat()
            .map((text) => ({ key, domain, text: text.replace(/\{\w+(:\w+)?\}/g, '…') })),
      ),
    );
}

/** Whether one of some patterns begins a word of a text. */
const begins = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => new RegExp(`(?<![\\p{L}\\d-])(?:${pattern})`, 'iu').test(text));

const english = glossary('en');
describe.each(readdirSync(LOCALES))('the words of %s', (language) => {
  const words = glossary(language);
  const texts = textsOf(language);
  const inScope = (scope: string) =>
    texts.filter(({ domain }) => scope === 'all' || domain.startsWith(scope));

  test.each(SCOPES)(
    'the glossary of %s names every thing, each with a word of its own',
    (scope) => {
      // A language may name more: a match (partie) and a game (jeu) are one word in English.
      expect(Object.keys(words[scope])).toEqual(
        expect.arrayContaining(Object.keys(english[scope])),
      );
      const all = Object.values(words[scope]).map(({ word }) => word);
      expect(new Set(all).size).toBe(all.length);
    },
  );

  test.each(SCOPES)('the texts of %s use its word and none of the others', (scope) => {
    for (const [term, { word, not = [] }] of Object.entries(words[scope])) {
      const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      expect(
        inScope(scope).some(({ text }) => begins([plain], text)),
        `${term}: nobody says “${word}”`,
      ).toBe(true);
      expect(
        inScope(scope)
          .filter(({ text }) => begins(not, text))
          .map(({ key, text }) => `${term}: ${key}: ${text}`),
      ).toEqual([]);
    }
  });

  test('a finger is never told to click, to press a key or to turn a wheel', () => {
    const forTouch = new Set(
      texts.filter(({ key }) => formOf(key) === TOUCH).map(({ key }) => key.split(':')[0]),
    );
    const told = texts.filter(({ text }) => begins(words.mouse, text));
    expect(told.length).toBeGreaterThan(10);
    expect(
      told.filter(
        ({ key }) =>
          formOf(key) === TOUCH || !(forTouch.has(key.split(':')[0]) || HIDDEN.includes(key)),
      ),
    ).toEqual([]);
  });
});
