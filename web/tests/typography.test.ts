/** Spaces and signs are those of the language: its percent, its quotation marks, ¿ with ?. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../build/po';
import { typeset } from '../build/typography';

const LOCALES = join(import.meta.dirname, '../locales');

test.each([
  ['en', '95% of them'],
  ['pl', '95% of them'],
  ['it', '95% of them'],
  ['pt', '95% of them'],
  ['pt-BR', '95% of them'],
  ['de', '95\u00a0% of them'],
  ['es', '95\u00a0% of them'],
  ['fr', '95\u00a0% of them'],
])('a number in %s has the percent sign where the language has it', (language, set) => {
  expect(typeset('95 % of them', language)).toBe(set);
  expect(typeset('95% of them', language)).toBe(set);
  expect(typeset('{n} % of them', language)).toBe(set.replace('95', '{n}'));
});

test('no line ends before a French sign, and none begins after an opening one', () => {
  expect(typeset('Où poser « {name} » ? Ici !', 'fr')).toBe(
    'Où poser «\u202f{name}\u202f»\u202f? Ici\u202f!',
  );
  expect(typeset('Réserve : {list} ; rien', 'fr')).toBe('Réserve\u202f: {list}\u202f; rien');
  expect(typeset('Ready? Then go: now.', 'en')).toBe('Ready? Then go: now.');
});

describe.each(readdirSync(LOCALES))('the texts of %s', (language) => {
  const folder = join(LOCALES, language);
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .flatMap((name) => [...parseCatalogue(readFileSync(join(folder, name), 'utf8'), name).entries])
    .flatMap(([key, entry]) => [entry].flat().map((text) => ({ key, text })));
  const { pairs } = parse(readFileSync(join(folder, 'glossary.toml'), 'utf8')) as unknown as {
    /** Signs that come two by two: the quotation marks of the language, and more in Spanish. */
    pairs: string[];
  };
  const count = (text: string, sign: string): number => text.split(sign).length - 1;

  test('have both signs of each pair', () => {
    const odd = texts.filter(({ key, text }) => {
      if (key === 'help.keys') return false; // it names the key with the question mark
      return pairs.some((pair) => count(text, pair[0] ?? '') !== count(text, pair[1] ?? ''));
    });
    expect(odd).toEqual([]);
  });
  test('have no quotation marks of another language or of a typewriter', () => {
    const own = pairs.join('');
    const foreign = [...'"\'«»„“”‚‘‹›'].filter((sign) => !own.includes(sign));
    expect(texts.filter(({ text }) => foreign.some((sign) => text.includes(sign)))).toEqual([]);
  });
});
