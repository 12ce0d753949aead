/** What a screen reader hears: polite for what happens, urgent for what was refused. */

import { untrack } from 'svelte';

export const heard = $state({ polite: '', urgent: '' });

/** The same sentence twice must be heard twice: a trailing space makes it another text. */
function fresh(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export function say(text: string): void {
  heard.polite = fresh(
    untrack(() => heard.polite),
    text,
  );
}

export function warn(text: string): void {
  heard.urgent = fresh(
    untrack(() => heard.urgent),
    text,
  );
}
