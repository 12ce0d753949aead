/** The lines of the log, with the points that each move brought. */
import type { LogEntry } from '$/lib/protocol';
import type { LogLine } from '$/ui/Log.svelte';
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
      text: describe(entry.move, null, entry.events).text,
      points: pointsOf(entry) || null,
    }));
}

/** The places that the last turn of another player touched. */
export function lastPlaces(log: readonly LogEntry[], seat: number | null): string[] {
  const entries: LogEntry[] = [];
  for (const entry of [...log].reverse()) {
    if (entry.seat === seat && entries.length > 0) break;
    if (entries.length && entries[0]?.seat !== entry.seat) break;
    if (entry.seat === seat) continue;
    entries.push(entry);
  }
  return entries.flatMap(({ move, events }) => touched(parseMove(move), events[0]?.details ?? {}));
}
