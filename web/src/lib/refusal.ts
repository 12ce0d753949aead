/** Why something was refused, in the reader's language. The server's own sentences are English. */
import { Refused } from './api';
import { has, t } from './i18n.svelte';

export interface Reason {
  text: string;
  rule: string | null;
}

/** A sentence of the engine as a key: its words, joined. */
export function slugOf(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** An illegal move is told as "move: reason (rule)"; the reason alone is what one reads. */
export function bareReason(message: string, rule: string | null): string {
  const end = ` (${rule})`;
  const short = rule && message.endsWith(end) ? message.slice(0, -end.length) : message;
  return rule ? short.replace(/^\S+: /, '') : short;
}

export function reasonOf(error: unknown, game: string): Reason {
  if (!(error instanceof Refused)) return { text: t('error.unknown'), rule: null };
  const { code, rule, message } = error;
  const reason = bareReason(message, rule);
  const key = rule ? `${game}.refusal.${slugOf(reason)}` : `fault.${code}`;
  return { text: has(key) ? t(key) : reason, rule };
}
