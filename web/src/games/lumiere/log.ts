/** The lines of the log, and the lead after each move. Both come from the events of the moves. */
import type { Chair } from '../plugin';
import { t } from '$/lib/i18n.svelte';
import type { LogEntry, Score } from '$/lib/protocol';
import type { LogLine } from '$/ui/Log.svelte';
import { SEATS } from './types';
import { describe } from './words';

/** The change of each seat's points by a move. */
function changesOf(entry: LogEntry): number[] {
  return SEATS.map((seat) =>
    entry.events
      .filter(({ kind, details }) => kind === 'points' && details['seat'] === seat)
      .flatMap(({ details }) => Object.values(details['lines'] as Record<string, number>))
      .reduce((sum, points) => sum + points, 0),
  );
}

export function logLines(log: readonly LogEntry[]): LogLine[] {
  return log.map((entry) => {
    const change = changesOf(entry)[entry.seat] ?? 0;
    const counted = entry.events.some(({ kind }) => kind === 'points');
    return {
      number: entry.number,
      livery: SEATS[entry.seat] ?? 'orange',
      text: describe(entry.move, entry.seat).text,
      points: counted && change !== 0 ? change : null,
    };
  });
}

/** Orange's lead after each move. `scores` are the scores after the first `shown` moves. */
export function marginsOf(
  log: readonly LogEntry[],
  scores: readonly Score[],
  shown = log.length,
): number[] {
  let sum = 0;
  const sums = log.map((entry) => {
    const [orange = 0, blue = 0] = changesOf(entry);
    return (sum += orange - blue);
  });
  const now = (scores[0]?.total ?? 0) - (scores[1]?.total ?? 0);
  const shift = now - (sums[shown - 1] ?? 0);
  return sums.map((margin) => margin + shift);
}

/** The player in the lead, for readers who do not see the graph. `you` is the viewer's seat. */
export function leadWords(lead: number, chairs: readonly Chair[], you: number | null): string {
  if (lead === 0) return t('lumiere.lead.none');
  const [leader, n] = [lead > 0 ? 0 : 1, Math.abs(lead)];
  if (leader === you) return t('lumiere.lead.you', { n });
  return t('lumiere.lead', { name: chairs[leader]?.title ?? '', n });
}
