/** This device promises a share of the seed, reveals it when all sit, and checks the seed at the end. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { sha256 } from '../src/lib/sha256';
import { checkDraw, freshPromise, hasRevealed, promiseOf, shareFor } from '../src/lib/shuffle';

const nodeHash = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
const labelled = (label: string, ...parts: string[]): string =>
  nodeHash(
    Buffer.concat([
      Buffer.from(`lutetia ${label} 1\n`),
      ...parts.map((p) => Buffer.from(p, 'hex')),
    ]),
  );

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('the hash is SHA-256, for every length around the blocks', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
    const content = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
    expect(sha256(content)).toBe(nodeHash(content));
  }
});

/** A table at which this device and a computer sit, and its record. */
function played() {
  const promise = freshPromise();
  const [secret, other] = ['5e'.repeat(32), '07'.repeat(32)];
  const commitment = labelled('commitment', secret);
  expect(hasRevealed('tab')).toBe(false);
  const share = shareFor(promise, 'tab', commitment)!;
  expect(promiseOf(share)).toBe(promise);
  const shares = [share, other];
  const draw = { commitment, secret, shares, promises: [promise, null] };
  return { promise, record: { seed: labelled('draw', secret, ...shares), draw } };
}

test('a seed that follows from the promises is right', () => {
  const { record, promise } = played();
  expect(hasRevealed('tab')).toBe(true);
  expect(checkDraw('tab', record)).toBe('right');
  expect(checkDraw('another', record)).toBe('unknown');
  // The share came too late: the promise counted.
  const shares = [promise, record.draw.shares[1]!];
  const late = {
    seed: labelled('draw', record.draw.secret, ...shares),
    draw: { ...record.draw, shares },
  };
  expect(checkDraw('tab', late)).toBe('right');
});

test('another secret, share, promise or seed is found out', () => {
  const { record } = played();
  const { draw } = record;
  const wrong = 'cc'.repeat(32);
  const secret = { ...draw, secret: wrong, commitment: labelled('commitment', wrong) };
  for (const changed of [
    { ...record, seed: wrong },
    { ...record, draw: undefined },
    { ...record, draw: { ...draw, secret: wrong } },
    { seed: labelled('draw', wrong, ...draw.shares), draw: secret },
    {
      seed: labelled('draw', draw.secret, wrong, draw.shares[1]!),
      draw: { ...draw, shares: [wrong, draw.shares[1]!] },
    },
    { ...record, draw: { ...draw, promises: [null, null] } },
  ])
    expect(checkDraw('tab', changed)).toBe('wrong');
});

test('the first commitment counts, and only own promises are revealed', () => {
  const { promise, record } = played();
  shareFor(promise, 'tab', 'ff'.repeat(32));
  expect(checkDraw('tab', record)).toBe('right');
  expect(shareFor('00'.repeat(32), 'tab', 'ff')).toBeNull();
  expect(shareFor(null, 'tab', 'ff')).toBeNull();
});
