/** The lines of the log, with what each move cost and brought. */
import { listing, t } from '$/lib/i18n.svelte';
import type { LogEntry } from '$/lib/protocol';
import type { LogLine } from '$/ui/Log.svelte';
import { fromEvents } from './gains';
import { parseMove, touched } from './moves';
import { SEATS } from './types';
import type { Seat } from './types';
import { describe } from './words';

/** The points that the move brought at once, from its events. */
export function pointsOf({ events, seat }: LogEntry): number {
  return events
    .filter(
      ({ seat: whose, kind }) =>
        whose === seat && ['points', 'discard', 'activate', 'use'].includes(kind),
    )
    .reduce(
      (sum, { details }) => sum + (typeof details['points'] === 'number' ? details['points'] : 0),
      0,
    );
}

/** The lines of the log, without the ends of turns. */
export function logLines(log: readonly LogEntry[], liveries: readonly Seat[] = SEATS): LogLine[] {
  return log
    .filter(({ move }) => move !== 'end' && move !== 'decline')
    .map((entry) => ({
      number: entry.number,
      livery: liveries[entry.seat] ?? 'orange',
      text: [describe(entry.move, null, entry.events).text, paidAndGot(entry)]
        .filter(Boolean)
        .join('; '),
      points: pointsOf(entry) || null,
    }));
}

/** What the move cost and brought besides points, in words; the points stand beside the line. */
function paidAndGot({ events }: LogEntry): string {
  const { pay, gain } = fromEvents(events);
  const words = (chips: typeof pay): string =>
    listing(
      chips
        .filter(({ id }) => id !== 'points' && !id.startsWith('tile-'))
        .map((chip) => chip.label),
    );
  const [cost, got] = [words(pay), words(gain)];
  return [
    ...(cost ? [t('belle.log.paid', { what: cost })] : []),
    ...(got ? [t('belle.log.got', { what: got })] : []),
  ].join('; ');
}

/** The places that all other players touched since the seat's own last turn. */
export function lastPlaces(log: readonly LogEntry[], seat: number | null): string[] {
  let end = log.length;
  while (end > 0 && log[end - 1]?.seat === seat) end -= 1;
  let start = end;
  while (start > 0 && log[start - 1]?.seat !== seat) start -= 1;
  /* A watcher has no turn of its own: the last turn of the last player is shown. */
  if (seat === null)
    for (start = end; start > 0 && log[start - 1]?.seat === log[end - 1]?.seat;) start -= 1;
  return log
    .slice(start, end)
    .flatMap(({ move, events }) => touched(parseMove(move), events[0]?.details ?? {}));
}
