/** Announcements for screen readers: polite for events, urgent for refusals. */

import { untrack } from 'svelte';

export const heard = $state({ polite: '', urgent: '' });

/** A repeated sentence gets a space at its end. Otherwise a screen reader would not read it again. */
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
