/**
 * What every language has to fulfil. Each check reads a folder of languages and returns what is
 * wrong with one of them, so a new folder is checked without a change of any test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { TOUCH } from '../build/catalogues';
import { formOf, isEmpty, parseCatalogue, pluralOf } from '../build/po';
import type { Catalogue, Entry } from '../build/po';
import { COLON_LABELS } from './colonLabels';

export const LOCALES = join(import.meta.dirname, '../locales');

interface Term {
  word: string;
  not?: string[];
}
interface Glossary {
  /** What only a mouse or a keyboard can do. */
  mouse: string[];
  /** Signs that come two by two: the quotation marks of the language, and more in Spanish. */
  pairs: string[];
  /** Words that lose their last letter before a vowel. */
  elided?: string[];
  all: Record<string, Term>;
  lumiere: Record<string, Term>;
  belle_epoque: Record<string, Term>;
}
const SCOPES = ['all', 'lumiere', 'belle_epoque'] as const;
/** A word or a value, a colon, and a value. */
const BEHIND_COLON = /\S[ \u00a0\u202f]?: ?(?:<\w+>)?\{/;
/** The values that are names of players: nobody knows with which letter they begin. */
const NAMES = 'name|names|player|seat|absent|rival|colour';
/** The page hides its list of keys on touch screens. */
const LIST_OF_KEYS = 'help.keys';

export const domainsIn = (locales: string): string[] =>
  readdirSync(join(locales, 'en')).flatMap((name) =>
    name.endsWith('.po') ? [name.replace('.po', '')] : [],
  );

export function catalogueOf(locales: string, language: string, domain: string): Catalogue {
  const path = join(locales, language, `${domain}.po`);
  return parseCatalogue(readFileSync(path, 'utf8'), `${language}/${domain}.po`);
}

export const entriesOf = (locales: string, language: string): Map<string, Entry> =>
  new Map(
    domainsIn(locales).flatMap((domain) => [...catalogueOf(locales, language, domain).entries]),
  );

const glossaryOf = (locales: string, language: string): Glossary =>
  parse(readFileSync(join(locales, language, 'glossary.toml'), 'utf8')) as unknown as Glossary;

/** Whether every language has this entry: a text, or its form for touch screens. Others are cases. */
const isShared = (key: string): boolean => !formOf(key) || formOf(key) === TOUCH;

const placeholders = (entry: Entry): Set<string> =>
  new Set(
    [entry]
      .flat()
      .flatMap((text) => text.replace(/\{(\w+):\w+\}/g, '{$1}').match(/\{\w+\}|<\/?\w+>/g) ?? []),
  );

/** Every text is there, with the same placeholders as in English and the right number of forms. */
export function catalogueFaults(locales: string, language: string): string[] {
  const english = entriesOf(locales, 'en');
  const faults: string[] = [];
  for (const domain of domainsIn(locales)) {
    const catalogue = catalogueOf(locales, language, domain);
    if (catalogue.headers['Language'] !== language) faults.push(`${domain}: another language`);
    const { forms } = pluralOf(catalogue, domain);
    for (const key of catalogueOf(locales, 'en', domain).entries.keys())
      if (isShared(key) && isEmpty(catalogue.entries.get(key))) faults.push(`${key}: missing`);
    for (const [key, entry] of catalogue.entries) {
      const original = english.get(isShared(key) ? key : key.replace(/:.*/, ''));
      if (original === undefined) {
        faults.push(`${key}: not in English`);
        continue;
      }
      if (Array.isArray(entry) && entry.length !== forms) faults.push(`${key}: number of forms`);
      if (isShared(key) && Array.isArray(entry) !== Array.isArray(original))
        faults.push(`${key}: forms here or in English, not in both`);
      // A language may leave a number unsaid in one of its forms, never add a placeholder.
      const known = placeholders(original);
      for (const part of placeholders(entry))
        if (!known.has(part)) faults.push(`${key}: ${part} is unknown`);
    }
  }
  return faults;
}

/** Things of one kind have the same cases, and each case is asked for by a sentence. */
export function caseFaults(locales: string, language: string): string[] {
  const entries = entriesOf(locales, language);
  const kindOf = (key: string): string => key.replace(/:.*/, '').replace(/\.[^.]+$/, '');
  const cases = [...entries.keys()].filter((key) => !isShared(key));
  const faults: string[] = [];
  for (const both of new Set(cases.map((key) => `${kindOf(key)}:${formOf(key)}`))) {
    const [kind, form] = both.split(':');
    if (kind === 'belle') continue; // the Arc, a bank and a building: no kind
    for (const [key, text] of entries)
      if (kindOf(key) === kind && !formOf(key) && !/[{]/.test(String(text)))
        if (!entries.has(`${key}:${form}`)) faults.push(`${key}:${form}: missing`);
  }
  const texts = [...entries.values()].flat().join('\n');
  const asked = new Set([...texts.matchAll(/\{\w+:(\w+)\}/g)].map(([, form]) => form ?? ''));
  const known = new Set(cases.map(formOf));
  for (const form of asked) if (!known.has(form)) faults.push(`nothing has the case ${form}`);
  for (const form of known) if (!asked.has(form)) faults.push(`nobody asks for the case ${form}`);
  return faults;
}

/** Every text of a language: its key, its words without values, and its catalogue. */
function textsOf(locales: string, language: string) {
  return domainsIn(locales).flatMap((domain) =>
    [...catalogueOf(locales, language, domain).entries].flatMap(([key, entry]) =>
      [entry].flat().map((text) => ({ key, domain, text: text.replace(/\{\w+(:\w+)?\}/g, '…') })),
    ),
  );
}

/** Whether one of some patterns begins a word of a text. */
const begins = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => new RegExp(`(?<![\\p{L}\\d-])(?:${pattern})`, 'iu').test(text));

/** The glossary names every thing with a word of its own; the texts use it and none of the others. */
export function glossaryFaults(locales: string, language: string): string[] {
  const [words, english] = [glossaryOf(locales, language), glossaryOf(locales, 'en')];
  const texts = textsOf(locales, language);
  const faults: string[] = [];
  for (const scope of SCOPES) {
    // A language may name more: a match (partie) and a game (jeu) are one word in English.
    for (const term of Object.keys(english[scope]))
      if (!words[scope][term]) faults.push(`${scope}: ${term} has no word`);
    const known = Object.values(words[scope]).map(({ word }) => word);
    for (const word of known)
      if (known.filter((each) => each === word).length > 1) faults.push(`${word}: two things`);
    const inScope = texts.filter(({ domain }) => scope === 'all' || domain.startsWith(scope));
    for (const [term, { word, not = [] }] of Object.entries(words[scope])) {
      const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      if (!inScope.some(({ text }) => begins([plain], text)))
        faults.push(`${term}: nobody says “${word}”`);
      for (const { key, text } of inScope)
        if (begins(not, text)) faults.push(`${term}: ${key}: ${text}`);
    }
  }
  return faults;
}

/** Texts that tell a finger to click, to press a key or to turn a wheel. */
export function touchFaults(locales: string, language: string): string[] {
  const texts = textsOf(locales, language);
  const { mouse } = glossaryOf(locales, language);
  const forTouch = new Set(
    texts.filter(({ key }) => formOf(key) === TOUCH).map(({ key }) => key.split(':')[0]),
  );
  const told = texts.filter(({ text }) => begins(mouse, text));
  if (told.length <= 10) return ['the glossary knows too few words of a mouse'];
  return told
    .filter(({ key }) => {
      const hasOwn = forTouch.has(key.split(':')[0]) || key === LIST_OF_KEYS;
      return formOf(key) === TOUCH || !hasOwn;
    })
    .map(({ key, text }) => `${key}: ${text}`);
}

/** Texts with quotation marks that the language does not use, or with half of a pair of signs. */
export function signFaults(locales: string, language: string): string[] {
  const { pairs } = glossaryOf(locales, language);
  const foreign = [...'"\'«»„“”‚‘‹›'].filter((sign) => !pairs.join('').includes(sign));
  const count = (text: string, sign = ''): number => text.split(sign).length - 1;
  return textsOf(locales, language)
    .filter(({ key, text }) => {
      const half = pairs.some((pair) => count(text, pair[0]) !== count(text, pair[1]));
      // The list of keys names the key with the question mark.
      return (half && key !== LIST_OF_KEYS) || foreign.some((sign) => text.includes(sign));
    })
    .map(({ key, text }) => `${key}: ${text}`);
}

/**
 * Texts that put a value behind a colon though they are no labels: a machine writes “paid: 3 francs”, a
 * person “pays 3 francs”. What a colon introduces, and has no value at once, is a sentence.
 */
export function colonFaults(locales: string, language: string): string[] {
  return [...entriesOf(locales, language)].flatMap(([key, entry]) =>
    COLON_LABELS.has(key.replace(/:.*/, ''))
      ? []
      : [entry]
          .flat()
          .filter((text) => BEHIND_COLON.test(text))
          .map((text) => `${key}: ${text}`),
  );
}

/** Texts that put a word before a name that it would have to be elided with: “clé de Invité”. */
export function elisionFaults(locales: string, language: string): string[] {
  const { elided = [] } = glossaryOf(locales, language);
  if (!elided.length) return [];
  const bare = new RegExp(
    `(?<![\\p{L}’])(?:${elided.join('|')}) (?:<\\w+>)?\\{(?:${NAMES})\\}`,
    'iu',
  );
  return [...entriesOf(locales, language)].flatMap(([key, entry]) =>
    [entry]
      .flat()
      .filter((text) => bare.test(text))
      .map((text) => `${key}: ${text}`),
  );
}

/** Labels of the list that no language writes with a colon any more. */
export function idleLabels(locales: string): string[] {
  const said = readdirSync(locales).flatMap((language) =>
    [...entriesOf(locales, language)].flatMap(([key, entry]) =>
      [entry].flat().some((text) => BEHIND_COLON.test(text)) ? [key.replace(/:.*/, '')] : [],
    ),
  );
  return [...COLON_LABELS].filter((key) => !said.includes(key));
}

/** Everything that is wrong with a language. */
export const languageFaults = (locales: string, language: string): string[] =>
  [
    catalogueFaults,
    caseFaults,
    glossaryFaults,
    touchFaults,
    signFaults,
    colonFaults,
    elisionFaults,
  ].flatMap((check) => check(locales, language));
