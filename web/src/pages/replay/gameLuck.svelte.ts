/** How much of a result came from the shuffle. It is asked for once and followed until it is done. */
import { api } from '$/lib/api';
import { number, signed, t } from '$/lib/i18n.svelte';
import type { Luck, SeatLuck } from '$/lib/protocol';
import { reasonOf } from '$/lib/refusal';

const LOOK_EVERY = 1000;
const tenth = (points: number): number => Math.round(points * 10) / 10;

export class GameLuck {
  found = $state.raw<Luck | null>(null);
  fault = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly result = $derived(this.found?.state === 'done' ? this.found.result : null);
  readonly progress = $derived(this.found?.progress ?? 0);
  readonly failed = $derived(this.found?.state === 'failed');

  async start(table: string): Promise<void> {
    if (this.found && !this.failed) return;
    this.fault = '';
    try {
      this.found = await api.luck({ table });
      this.#follow();
    } catch (error) {
      this.fault = reasonOf(error, '').text;
    }
  }

  #follow(): void {
    const { found } = this;
    if (!found || found.state === 'done' || found.state === 'failed') return;
    this.#timer = setTimeout(async () => {
      this.found = await api.luckOf(found.id).catch(() => found);
      this.#follow();
    }, LOOK_EVERY);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The luck of a seat in words, with its interval. */
export function luckWords(luck: SeatLuck, name: string): string {
  const [low, high] = [signed(tenth(luck.low)), signed(tenth(luck.high))];
  if (luck.low <= 0 && luck.high >= 0) return t('luck.none', { name, low, high });
  const points = number(Math.abs(tenth(luck.luck)));
  return t(luck.luck > 0 ? 'luck.good' : 'luck.bad', { name, points, low, high });
}

/** What the margin would be without the luck. */
export function adjustedWords(luck: SeatLuck, name: string): string {
  return t('luck.adjusted', {
    name,
    margin: signed(tenth(luck.margin)),
    adjusted: signed(tenth(luck.adjusted)),
  });
}
