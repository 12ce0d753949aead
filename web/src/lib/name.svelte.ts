/** The name of the reader: asked for once, changed everywhere at once. */
import { api } from './api';
import { t } from './i18n.svelte';
import { change, settings } from './settings.svelte';

const KEY = 'lutetia.name-asked';
/** How many suggestions each language has (`name.suggestion.1` …). */
const SUGGESTIONS = 6;

function wasAsked(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

let asked = $state(wasAsked());
const which = 1 + Math.floor(Math.random() * SUGGESTIONS);

/** Whether the reader has neither chosen a name nor said that they want none. */
export function asksForName(): boolean {
  return !asked && settings.name === '';
}

/** A name in the reader's language. */
export function suggestedName(): string {
  return t(`name.suggestion.${which}`);
}

/** The reader was asked. The question never comes again. */
export function nameAsked(): void {
  asked = true;
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without storage the question comes again with the next visit.
  }
}

/** Changes the name at every table, in every list and in the chat. A refusal is thrown. */
export async function rename(name: string): Promise<void> {
  const { name: told } = await api.rename(name);
  change({ name: told });
  nameAsked();
}
