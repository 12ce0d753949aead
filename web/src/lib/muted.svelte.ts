/**
 * The players whose chat is not shown. The list of an account is kept by the server, for all its
 * devices; the list of a guest stays in this browser.
 */
import { api } from './api';
import type { ChatLine } from './protocol';

export interface Muted {
  author: string;
  name: string;
}
const KEY = 'lutetia.muted';
const MOST = 500;

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(found)) return [];
    // Earlier releases stored names, too.
    return (found as (string | Muted)[]).map((one) => (typeof one === 'string' ? one : one.author));
  } catch {
    return [];
  }
}

let device = $state.raw<readonly string[]>(stored());
/** The list of the account; null for a guest. */
let account = $state.raw<readonly string[] | null>(null);

function keep(next: readonly string[]): void {
  device = next.slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(device));
  } catch {
    // Without storage the list is valid until the page is closed.
  }
}

/** Asks the server for the list of an account. */
export async function loadMuted(): Promise<void> {
  const { kept, muted } = await api.muted();
  account = kept ? muted : null;
}

/** Takes the list of this browser into the account. */
export async function takeMuted(): Promise<void> {
  if (device.length) account = (await api.changeMuted({ add: [...device] })).muted;
  else await loadMuted();
}

export function isMuted(author: string): boolean {
  return (account ?? device).includes(author);
}

export async function mute(author: string): Promise<void> {
  if (account) account = (await api.changeMuted({ add: [author] })).muted;
  else if (!isMuted(author)) keep([...device, author]);
}

export async function unmute(author: string): Promise<void> {
  if (account) account = (await api.changeMuted({ remove: [author] })).muted;
  else keep(device.filter((found) => found !== author));
}

/** The muted players who wrote some of these lines, with their latest names. */
export function mutedIn(lines: readonly ChatLine[]): readonly Muted[] {
  const names = new Map(lines.map(({ author, name }) => [author, name]));
  return [...names]
    .filter(([author]) => isMuted(author))
    .map(([author, name]) => ({ author, name }));
}
