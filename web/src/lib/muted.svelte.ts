/** The players whose chat this browser does not show. */
import type { ChatLine } from './protocol';

export interface Muted {
  author: string;
  name: string;
}
const KEY = 'lutetia.muted';
const MOST = 500;

function stored(): Muted[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Muted[]) : [];
  } catch {
    return [];
  }
}

let muted = $state.raw<readonly Muted[]>(stored());

function keep(next: readonly Muted[]): void {
  muted = next.slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(muted));
  } catch {
    // Without storage the list is valid until the page is closed.
  }
}

export function isMuted(author: string): boolean {
  return muted.some((found) => found.author === author);
}

export function mute(author: string, name: string): void {
  if (!isMuted(author)) keep([...muted, { author, name }]);
}

export function unmute(author: string): void {
  keep(muted.filter((found) => found.author !== author));
}

/** The muted players who wrote some of these lines. */
export function mutedIn(lines: readonly ChatLine[]): readonly Muted[] {
  return muted.filter(({ author }) => lines.some((line) => line.author === author));
}
