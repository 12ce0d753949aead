/** The shape of a position: which parts are shown as a line, a list, a table or a group. */
import { t } from '$/lib/i18n.svelte';
import type { Namer } from './words';

export type Shape =
  | { kind: 'text'; text: string }
  | { kind: 'group'; rows: { name: string; shape: Shape }[] }
  | { kind: 'table'; head: string[]; rows: { name: string; cells: string[] }[] };

/** The fields that the frame of the table already shows. */
const SHOWN_ELSEWHERE = new Set(['game', 'ply', 'to_move']);

type Things = Record<string, unknown>;
const isThings = (value: unknown): value is Things =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The whole position. */
export function shapeOf(position: Things, name: Namer): Shape {
  const shown = Object.entries(position).filter(([key]) => !SHOWN_ELSEWHERE.has(key));
  return group(shown, name);
}

function group(entries: readonly [string, unknown][], name: Namer): Shape {
  const rows = entries.map(([key, value]) => ({ name: name(key), shape: shape(value, name) }));
  return rows.length ? { kind: 'group', rows } : text(t('generic.nothing'));
}

function shape(value: unknown, name: Namer): Shape {
  if (isPlain(value)) return text(wordOf(value, name));
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [String(index + 1), item])
    : Object.entries(value as Things);
  if (!entries.length) return text(t('generic.nothing'));
  if (Array.isArray(value) && value.every(isPlain))
    return text(value.map((item) => wordOf(item, name)).join(', '));
  return table(entries, name) ?? group(entries, name);
}

/** Things of one kind, each with the same plain facts, are rows of a table. */
function table(entries: readonly [string, unknown][], name: Namer): Shape | null {
  const things = entries.map(([, value]) => value);
  if (things.length < 2) return null;
  if (things.every(Array.isArray)) {
    const lists = things as unknown[][];
    const same = lists.every((list) => list.length === lists[0]?.length && list.every(isPlain));
    if (!same || !lists[0]?.length) return null;
    return { kind: 'table', head: [], rows: rowsOf(entries, (list) => list as unknown[], name) };
  }
  if (!things.every(isThings)) return null;
  const keys = Object.keys(things[0] ?? {});
  const same = things.every(
    (thing) => Object.keys(thing).join() === keys.join() && Object.values(thing).every(isPlain),
  );
  if (!same || !keys.length) return null;
  const cells = (thing: unknown): unknown[] => keys.map((key) => (thing as Things)[key]);
  return { kind: 'table', head: keys.map(name), rows: rowsOf(entries, cells, name) };
}

function rowsOf(
  entries: readonly [string, unknown][],
  cells: (thing: unknown) => unknown[],
  name: Namer,
): { name: string; cells: string[] }[] {
  return entries.map(([key, thing]) => ({
    name: name(key),
    cells: cells(thing).map((cell) => wordOf(cell, name)),
  }));
}

const text = (words: string): Shape => ({ kind: 'text', text: words });

function wordOf(value: unknown, name: Namer): string {
  if (value === null || value === undefined || value === '') return t('generic.none');
  if (typeof value === 'boolean') return t(value ? 'generic.yes' : 'generic.no');
  return typeof value === 'string' ? name(value) : String(value);
}

/** A shape as lines of text, for reading and for screen readers. */
export function linesOf(found: Shape, before = ''): string[] {
  const line = (name: string, words: string): string => t('generic.line', { name, words });
  if (found.kind === 'text') return [before ? line(before, found.text) : found.text];
  if (found.kind === 'table')
    return found.rows.map(({ name, cells }) => {
      const words = cells.map((cell, index) => {
        const head = found.head[index];
        return head ? line(head, cell) : cell;
      });
      return line([before, name].filter(Boolean).join(' '), words.join(', '));
    });
  return found.rows.flatMap(({ name, shape: inner }) =>
    linesOf(inner, [before, name].filter(Boolean).join(' ')),
  );
}
