/** Each language has one word for each thing: its glossary names the word and the words to avoid. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { glossaryFaults, LOCALES, signFaults, touchFaults } from './localeChecks';

describe.each(readdirSync(LOCALES))('the words of %s', (language) => {
  test('the glossary names every thing, and the texts use its word and none of the others', () => {
    expect(glossaryFaults(LOCALES, language)).toEqual([]);
  });
  test('a finger is never told to click, to press a key or to turn a wheel', () => {
    expect(touchFaults(LOCALES, language)).toEqual([]);
  });
  test('quotation marks are those of the language, and pairs of signs are whole', () => {
    expect(signFaults(LOCALES, language)).toEqual([]);
  });
});
