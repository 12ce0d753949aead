/** How much of a result came from the shuffle, in words. */
import { number, signed, t } from '$/lib/i18n.svelte';
import type { SeatLuck } from '$/lib/protocol';

const tenth = (points: number): number => Math.round(points * 10) / 10;

/** The luck of a seat in words, with its interval. The reader is addressed, and has no name. */
export function luckWords(luck: SeatLuck, name: string | null): string {
  const [low, high] = [signed(tenth(luck.low)), signed(tenth(luck.high))];
  const how = luck.low <= 0 && luck.high >= 0 ? 'none' : luck.luck > 0 ? 'good' : 'bad';
  const values = { points: number(Math.abs(tenth(luck.luck))), low, high };
  return name === null ? t(`luck.${how}.you`, values) : t(`luck.${how}`, { name, ...values });
}

/** What the margin of a seat would be without the luck. */
export function adjustedWords(luck: SeatLuck, name: string | null): string {
  const values = { margin: signed(tenth(luck.margin)), adjusted: signed(tenth(luck.adjusted)) };
  return name === null ? t('luck.adjusted.you', values) : t('luck.adjusted', { name, ...values });
}
