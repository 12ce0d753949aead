/** Every sentence is in a catalogue, every catalogue is whole, and no sentence is in code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { TOUCH } from '../build/catalogues';
import { formOf, isEmpty, parseCatalogue, pluralOf } from '../build/po';
import type { Entry } from '../build/po';
import { languagesOf } from '../src/lib/languages';

const ROOT = join(import.meta.dirname, '..');
const LANGUAGES = [...languagesOf(files(join(ROOT, 'locales'), ['.po'])).keys()];

function files(folder: string, ends: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
    .map((entry) => join(entry.parentPath, entry.name));
}

const domains = readdirSync(join(ROOT, 'locales/en')).flatMap((name) =>
  name.endsWith('.po') ? [name.replace('.po', '')] : [],
);
const read = (language: string, domain: string) => {
  const path = join(ROOT, 'locales', language, `${domain}.po`);
  return parseCatalogue(readFileSync(path, 'utf8'), `${language}/${domain}.po`);
};
const english = new Map(domains.flatMap((domain) => [...read('en', domain).entries]));
/** Whether every language has this entry: a text, or its form for touch screens. Others are cases. */
const isShared = (key: string): boolean => !formOf(key) || formOf(key) === TOUCH;
const sources = files(join(ROOT, 'src'), ['.svelte', '.ts']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

const placeholders = (entry: Entry): string => {
  const texts = Array.isArray(entry) ? entry : [entry];
  return [
    ...new Set(
      texts.flatMap(
        (text) => text.replace(/\{(\w+):\w+\}/g, '{$1}').match(/\{\w+\}|<\/?\w+>/g) ?? [],
      ),
    ),
  ]
    .sort()
    .join(' ');
};

describe.each(LANGUAGES)('the catalogues in %s', (language) => {
  test.each(domains)(
    '%s has every text, with the same placeholders and the right number of forms',
    (domain) => {
      const catalogue = read(language, domain);
      const { entries, headers } = catalogue;
      const missing = [...read('en', domain).entries.keys()].filter(
        (key) => isShared(key) && isEmpty(entries.get(key)),
      );
      expect(missing).toEqual([]);
      expect(headers['Language']).toBe(language);
      const { forms } = pluralOf(catalogue, domain);
      for (const [key, entry] of entries) {
        const original = english.get(isShared(key) ? key : key.replace(/:.*/, ''));
        expect(original, `${key} is not in English`).toBeDefined();
        if (Array.isArray(entry)) expect(entry, key).toHaveLength(forms);
        if (isShared(key)) expect(Array.isArray(entry), key).toBe(Array.isArray(original));
        // A language may leave a number unsaid in one of its forms, never add a placeholder.
        for (const part of placeholders(entry).split(' ').filter(Boolean))
          expect(placeholders(original ?? ''), key).toContain(part);
      }
    },
  );
});

describe.each(LANGUAGES)('the cases in %s', (language) => {
  const entries = new Map(domains.flatMap((domain) => [...read(language, domain).entries]));
  const family = (key: string): string => key.replace(/:.*/, '').replace(/\.[^.]+$/, '');
  const cases = [...entries.keys()].filter((key) => !isShared(key));

  test('are known for all things of a kind', () => {
    for (const both of new Set(cases.map((key) => `${family(key)}:${formOf(key)}`))) {
      const [kind, form] = both.split(':');
      if (kind === 'belle') continue; // the Arc, a bank and a building: no kind
      const all = [...entries]
        .filter(([key, text]) => family(key) === kind && !formOf(key) && !/[{]/.test(String(text)))
        .map(([key]) => key);
      expect(all.filter((key) => !entries.has(`${key}:${form}`))).toEqual([]);
    }
  });
  test('are those that its sentences ask for', () => {
    const texts = [...entries.values()].flat().join('\n');
    const asked = new Set([...texts.matchAll(/\{\w+:(\w+)\}/g)].map(([, form]) => form ?? ''));
    expect(asked).toEqual(new Set(cases.map(formOf)));
  });
});

/** Keys as they are written in code; a template counts by what stands before its first value. */
function keysUsed(): { whole: Set<string>; starts: Set<string> } {
  const [whole, starts] = [new Set<string>(), new Set<string>()];
  for (const { text } of sources) {
    for (const [, key] of text.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/gi))
      whole.add(key ?? '');
    for (const [, start] of text.matchAll(/`([a-z][\w.-]*\.)\$\{/gi)) starts.add(start ?? '');
    // `${game}.title`: what a game names itself
    for (const [, end] of text.matchAll(/`\$\{[^}]+\}\.([\w.]+)`/g))
      for (const id of ['lumiere', 'belle_epoque']) whole.add(`${id}.${end}`);
    for (const [, start] of text.matchAll(/`\$\{(?:game|id)\}\.([\w.]+\.)\$\{/g))
      for (const id of ['lumiere', 'belle_epoque']) starts.add(`${id}.${start}`);
  }
  return { whole, starts };
}

test('every key that code asks for has a text', () => {
  const asked = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w.])t\(\s*'([^']+)'/g)].map(([, key]) => ({ path, key: key ?? '' })),
  );
  expect(asked.filter(({ key }) => !english.has(key))).toEqual([]);
});

test('every text is used somewhere', () => {
  const { whole, starts } = keysUsed();
  const ends = (key: string): string => key.replace(/\.\d+$/, '');
  const unused = [...english.keys()].filter(
    (key) =>
      !formOf(key) &&
      !whole.has(key) &&
      !whole.has(ends(key)) &&
      ![...starts].some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

/** Words that a person would read: at least one with three letters or more. */
const isProse = (text: string): boolean => /\p{L}{3,}/u.test(text.replace(/Lutetia/g, ''));

interface Node {
  type: string;
  data?: string;
  name?: string;
  value?: unknown;
  [key: string]: unknown;
}

function proseInTemplate(source: string): string[] {
  const found: string[] = [];
  const READ_ALOUD = new Set([
    'aria-label',
    'title',
    'alt',
    'placeholder',
    'label',
    'text',
    'note',
    'where',
  ]);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, data, name, value } = node as Node;
    if (type === 'Text' && data && isProse(data)) found.push(data.trim());
    if (type === 'Attribute') {
      const texts = Array.isArray(value)
        ? (value as Node[]).filter((part) => part.type === 'Text').map((part) => part.data ?? '')
        : [];
      if (READ_ALOUD.has(name ?? '') && texts.some(isProse))
        found.push(`${name}=${texts.join('')}`);
      return;
    }
    for (const [key, child] of Object.entries(node))
      if (!['start', 'end', 'loc', 'parent'].includes(key)) visit(child);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

function proseInScript(source: string, path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) &&
      /\p{L}{2,} \p{L}{2,}/u.test(node.text) &&
      !ts.isImportDeclaration(node.parent)
    )
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true));
  return found;
}

/** Machine words with a space in them: class lists, media queries, attribute selectors. */
const NOT_PROSE = [/^[a-z_-]+( [a-z_-]+)+$/, /\(prefers-/];

test('no sentence is in code', () => {
  const found = sources
    .filter(({ path }) => !path.endsWith('protocol.ts'))
    .flatMap(({ path, text }) => {
      const script = path.endsWith('.svelte')
        ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
            .map(([, body]) => body ?? '')
            .join('\n')
        : text;
      const prose = [
        ...proseInScript(script, path),
        ...(path.endsWith('.svelte') ? proseInTemplate(text) : []),
      ];
      return prose
        .filter((words) => !NOT_PROSE.some((pattern) => pattern.test(words)))
        .map((words) => `${path.slice(ROOT.length + 1)}: ${words}`);
    });
  expect(found).toEqual([]);
}, 60_000); // every source is parsed, on a busy machine too
