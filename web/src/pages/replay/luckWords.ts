/** How much of a result came from the shuffle, in words. */
import { number, signed, t } from '$/lib/i18n.svelte';
import type { SeatLuck } from '$/lib/protocol';

const tenth = (points: number): number => Math.round(points * 10) / 10;

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
