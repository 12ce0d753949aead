/** Every sentence is in a catalogue, every catalogue is whole, and no sentence is in code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { formOf } from '../build/po';
import {
  caseFaults,
  catalogueFaults,
  colonFaults,
  elisionFaults,
  entriesOf,
  idleLabels,
  LOCALES,
} from './localeChecks';

const ROOT = join(import.meta.dirname, '..');

function files(folder: string, ends: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && ends.some((end) => entry.name.endsWith(end)))
    .map((entry) => join(entry.parentPath, entry.name));
}

const english = entriesOf(LOCALES, 'en');
const sources = files(join(ROOT, 'src'), ['.svelte', '.ts']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

describe.each(readdirSync(LOCALES))('the catalogues in %s', (language) => {
  test('have every text, with the same placeholders and the right number of forms', () => {
    expect(catalogueFaults(LOCALES, language)).toEqual([]);
  });
  test('have the same cases for all things of a kind, and those that sentences ask for', () => {
    expect(caseFaults(LOCALES, language)).toEqual([]);
  });
  test('put a value behind a colon only in labels', () => {
    expect(colonFaults(LOCALES, language)).toEqual([]);
  });
  test('put no word before a name that would be elided', () => {
    expect(elisionFaults(LOCALES, language)).toEqual([]);
  });
});

test('every label with a colon is one in some language', () => {
  expect(idleLabels(LOCALES)).toEqual([]);
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
