/** Refusals in the reader's language. The server's own sentences are English. */
import { Refused } from './api';
import { has, listing, nameOf, t } from './i18n.svelte';
import type { Thing } from './i18n.svelte';
import type { TableFault } from './protocol';

export interface Reason {
  text: string;
  rule: string | null;
}

/** A sentence of the engine as a key: its words without accents, joined. */
export function slugOf(sentence: string): string {
  return sentence
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The reason of an illegal move. The server writes "move: reason (rule)". */
export function bareReason(message: string, rule: string | null): string {
  const end = ` (${rule})`;
  const short = rule && message.endsWith(end) ? message.slice(0, -end.length) : message;
  return rule ? short.replace(/^\S+: /, '') : short;
}

/**
 * Whether nothing is where an address leads. A page that asks only for what its address names sends
 * nothing else that the server could fail to understand.
 */
export function isNowhere(error: unknown): boolean {
  return error instanceof Refused && ['not-found', 'bad-request'].includes(error.code);
}

export function reasonOf(error: unknown, game: string): Reason {
  if (!(error instanceof Refused)) return { text: t('error.unknown'), rule: null };
  const { code, rule, message } = error;
  const reason = bareReason(message, rule);
  if (rule) return refusalOf(reason, rule, game);
  const key = faultKeys(code, reason).find(has);
  const n = /\d+/.exec(reason)?.[0];
  return { text: key ? t(key, n === undefined ? {} : { n }) : reason, rule };
}

/** The engine's reason why a move is not legal, in the reader's language. */
export function refusalOf(reason: string, rule: string, game: string): Reason {
  const key = `${game}.refusal.${slugOf(reason)}`;
  return { text: has(key) ? t(key) : reason, rule };
}

/**
 * The catalogue keys for a fault, the most exact first: its sentence with `n` for every number, its
 * sentence up to the colon before a quotation, its code alone. The text may contain the first number
 * as `{n}`.
 */
export function faultKeys(code: string, message: string): string[] {
  const sentence = message.replace(/\d+/g, 'n');
  const sentences = [sentence, sentence.replace(/: .*$/, '')];
  return [...sentences.map((words) => `fault.${code}.${slugOf(words)}`), `fault.${code}`];
}

/** A game's name for a word of the notation in a fault, and for its kind (`seat`, `card`, …). */
export type Naming = (kind: string, word: string) => string | Thing;
const MOST_NAMED = 8;

/** A fault of a real table in the reader's language; without a translation, in the server's English. */
export function impossible(
  { code, rule, message, values }: TableFault,
  game: string,
  name: Naming,
): Reason {
  const key = `${game}.fault.${code}`;
  if (!has(key)) return { text: bareFault(message, rule), rule: rule || null };
  const named = Object.entries(values).map(([kind, value]): [string, string | Thing] => {
    if (!Array.isArray(value)) return [kind, name(kind, String(value))];
    const words = value.slice(0, MOST_NAMED).map((word) => wordOf(name(kind, word)));
    return [kind, listing(value.length > MOST_NAMED ? [...words, '…'] : words)];
  });
  return { text: t(key, Object.fromEntries(named)), rule: rule || null };
}

function wordOf(name: string | Thing): string {
  return typeof name === 'string' ? name : nameOf(name);
}

/** The sentence without its rule, which the page shows beside it, and without the number of a line. */
export function bareFault(message: string, rule: string): string {
  const end = ` (${rule})`;
  return (rule && message.endsWith(end) ? message.slice(0, -end.length) : message).replace(
    /^line \d+: /,
    '',
  );
}
