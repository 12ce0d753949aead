/** What this device contributes to the seed of a shuffle, and how it checks the seed after the game
 * (docs/security.md, "Nobody chooses the shuffle"). */
import type { Json } from './protocol';
import { sha256 } from './sha256';

/** A share that this device has promised. Table and commitment are known when it is revealed. */
interface Kept {
  share: string;
  promise: string;
  table?: string;
  commitment?: string;
}
const KEY = 'lutetia.shares';
const MOST = 200;

function stored(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

function store(kept: readonly Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // Without storage nothing is revealed, and the promise itself counts as the share.
  }
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

function hashOf(label: string, ...parts: readonly string[]): string {
  const head = new TextEncoder().encode(`lutetia ${label} 1\n`);
  return sha256(new Uint8Array([...head, ...parts.flatMap(bytesOf)]));
}

export function promiseOf(share: string): string {
  return hashOf('share', share);
}

/** Draws a share, keeps it on this device, and returns its hash: the promise. */
export function freshPromise(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const share = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const promise = promiseOf(share);
  store([...stored(), { share, promise }]);
  return promise;
}

/** The share of a promise, to reveal it at a table whose server has promised a secret; null if
 * another device has made the promise. */
export function shareFor(promise: string | null, table: string, commitment: string): string | null {
  const kept = stored();
  const found = kept.find((one) => one.promise === promise);
  if (!found) return null;
  // The first commitment counts: the server may not change it afterwards.
  store(kept.map((one) => (one === found ? { table, commitment, ...one } : one)));
  return found.share;
}

export type Checked = 'right' | 'wrong' | 'unknown';

/** Whether the seed of a finished game follows from the promised secret and all shares, among them
 * those of this device; unknown if it revealed none at this table. */
export function checkDraw(table: string, record: Json): Checked {
  const mine = stored().filter((one) => one.table === table);
  if (mine.length === 0) return 'unknown';
  const draw = record['draw'] as
    | { commitment: string; secret: string; shares: string[]; promises?: (string | null)[] }
    | undefined;
  if (!draw) return 'wrong';
  const took = (one: Kept): boolean => {
    const seat = (draw.promises ?? []).indexOf(one.promise);
    const share = draw.shares[seat];
    return one.commitment === draw.commitment && (share === one.share || share === one.promise);
  };
  const right =
    hashOf('commitment', draw.secret) === draw.commitment &&
    hashOf('draw', draw.secret, ...draw.shares) === record['seed'] &&
    mine.every(took);
  return right ? 'right' : 'wrong';
}

/** Whether this device has revealed a share at a table. */
export function hasRevealed(table: string): boolean {
  return stored().some((one) => one.table === table);
}
