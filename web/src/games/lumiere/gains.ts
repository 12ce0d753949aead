/** The changes that a preview of the server shows, in words. */
import { listing, signed, t } from '$/lib/i18n.svelte';
import type { MovePreview } from '$/lib/protocol';
import type { Position } from './types';
import { SEATS } from './types';
import { scoringPieces } from './words';

export const LINES = ['light', 'group', 'unbuilt', 'postcards'] as const;

export interface Gain {
  line: string;
  text: string;
  change: number;
}

function changes(
  preview: MovePreview,
  seat: number,
): { line: string; from: number; to: number; change: number }[] {
  const [before, after] = [preview.before[seat]?.lines ?? {}, preview.after[seat]?.lines ?? {}];
  return LINES.map((line) => {
    const [from, to] = [before[line] ?? 0, after[line] ?? 0];
    return { line, from, to, change: to - from };
  }).filter(({ change }) => change !== 0);
}

export function totalOf(preview: MovePreview, seat: number): number {
  return (preview.after[seat]?.total ?? 0) - (preview.before[seat]?.total ?? 0);
}

/** `built` is the size and the streetlights of a placed building, if they explain the change. */
export function gainsOf(
  preview: MovePreview,
  seat: number,
  position: Position,
  built: { size: number; lights: number } | null,
): Gain[] {
  const colour = SEATS[seat] ?? 'orange';
  return changes(preview, seat).map(({ line, from, to, change }) => {
    if (line === 'light' && built && change === built.size * built.lights)
      return { line, change, text: t('lumiere.gain.light', { size: built.size, n: built.lights }) };
    if (line === 'group') return { line, change, text: t('lumiere.gain.group', { from, to }) };
    if (line === 'unbuilt')
      return {
        line,
        change,
        text: t(change > 0 ? 'lumiere.gain.fewer' : 'lumiere.gain.more', {
          n: Math.abs(change) / 3,
        }),
      };
    const pieces = scoringPieces(position, colour);
    if (line === 'postcards' && pieces.length)
      return { line, change, text: t('lumiere.line.pieces', { list: listing(pieces) }) };
    return { line, change, text: t(`lumiere.line.${line}`) };
  });
}

/** The change of the rival's score in one line; empty if there is none. */
export function rivalGain(preview: MovePreview, seat: number, name: string): string {
  const parts = changes(preview, seat).map(
    ({ line, change }) => `${t(`lumiere.short.${line}`)} ${signed(change)}`,
  );
  return parts.length ? t('lumiere.preview.rival', { name, changes: parts.join(', ') }) : '';
}
