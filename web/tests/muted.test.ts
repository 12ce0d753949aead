/** Muted players: a guest's list stays in the browser, an account's list comes from the server. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeMuted, ChatLine } from '../src/lib/protocol';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
let account: string[] | null;
vi.mock('../src/lib/api', () => ({
  api: {
    muted: () => Promise.resolve({ kept: account !== null, muted: account ?? [] }),
    changeMuted: ({ add = [], remove = [] }: ChangeMuted) => {
      if (!account) return Promise.reject(new Error('a guest'));
      account = [...new Set([...account, ...add])].filter((one) => !remove.includes(one));
      return Promise.resolve({ kept: true, muted: account });
    },
  },
}));
const line = (author: string, name: string): ChatLine => ({ author, name }) as ChatLine;

describe('muted players', () => {
  let muted: typeof import('../src/lib/muted.svelte');
  beforeEach(async () => {
    vi.resetModules();
    kept.clear();
    account = null;
    // What an earlier release stored.
    kept.set('lutetia.muted', JSON.stringify([{ author: 'old', name: 'Olga' }]));
    muted = await import('../src/lib/muted.svelte');
  });

  test('of a guest stay in the browser', async () => {
    await muted.loadMuted();
    await muted.mute('new');
    expect(muted.isMuted('old') && muted.isMuted('new')).toBe(true);
    await muted.unmute('old');
    expect(muted.isMuted('old')).toBe(false);
    expect(JSON.parse(kept.get('lutetia.muted') ?? '')).toEqual(['new']);
  });

  test('of an account are the same everywhere, and a guest takes the own ones along', async () => {
    account = ['phone'];
    await muted.loadMuted();
    expect([muted.isMuted('phone'), muted.isMuted('old')]).toEqual([true, false]);
    await muted.takeMuted();
    expect(account).toEqual(['phone', 'old']);
    await muted.unmute('phone');
    expect(account).toEqual(['old']);
    expect(muted.isMuted('phone')).toBe(false);
    account = null;
    await muted.loadMuted();
    expect(muted.isMuted('old')).toBe(true);
  });

  test('are named as they were last', () => {
    const lines = [line('old', 'Olga'), line('other', 'Otto'), line('old', 'Olga II')];
    expect(muted.mutedIn(lines)).toEqual([{ author: 'old', name: 'Olga II' }]);
  });
});
