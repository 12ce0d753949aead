/** What a move does on the table: where its pieces come from, and what everybody must know. */
import { t } from '$/lib/i18n.svelte';
import type { LogEntry } from '$/lib/protocol';
import type { Journey } from '$/table/journeys';
import { about } from '$/table/news';
import type { Chair, News } from '../plugin';
import { parseMove } from './moves';
import type { Position } from './types';

/** Ends of turns and renounced benefits are not shown by themselves. */
export const isQuiet = (move: string): boolean => move === 'end' || move === 'decline';

/** A drawn tile comes from its pile. Everything else that appears comes from its player. */
export function journeysOf({ move, events }: LogEntry): Journey[] {
  const parsed = parseMove(move);
  const details = events[0]?.details ?? {};
  switch (parsed.kind) {
    case 'draw':
      return [{ piece: `tile:${String(details['tile'])}`, from: `pile:${parsed.pile}` }];
    case 'bonus':
      return [{ piece: `bonus:${parsed.tile}`, from: `track:${parsed.tile}` }];
    default:
      return [];
  }
}

/** The empty piles, the last round and the final turns (B8.2). */
export function newsOf(
  entries: readonly LogEntry[],
  position: Position,
  chairs: readonly Chair[],
  you: number | null,
): News[] {
  const events = entries.flatMap((entry) => entry.events);
  const last = events.find(({ kind }) => kind === 'last-round');
  const news: News[] = [];
  if (events.some(({ kind }) => kind === 'draw') && position.piles.every(({ left }) => left === 0))
    news.push({ id: 'end', title: t('belle.news.end.title'), text: t('belle.news.end') });
  if (last)
    news.push({
      id: 'last-round',
      title: t('belle.phase.last'),
      text: about('belle.news.last', 'belle.news.last.you', last.seat, chairs, you),
    });
  if (events.some(({ kind }) => kind === 'final'))
    news.push({ id: 'final', title: t('belle.phase.final'), text: t('belle.news.final') });
  return news;
}
