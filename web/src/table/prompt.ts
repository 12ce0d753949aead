/** What the prompt says: the sentence, a note below it, and the words of the main button. */
import type { TableProps } from '$/games/plugin';
import { listing, t } from '$/lib/i18n.svelte';
import type { Outcome } from '$/lib/protocol';
import { isOurTurn } from './turn';

export interface Ask {
  text: string;
  note: string;
  /** The words of the main button; empty if no move is ready. */
  main: string;
}

export const ask = (text: string, note = '', main = ''): Ask => ({ text, note, main });

interface Asks<Yours extends Ask> {
  over(outcome: Outcome, names: readonly string[]): Ask;
  /** It is our turn. */
  yours(): Yours;
  /** A position that is only looked at, for example in a lesson. */
  look(): Ask;
  /** A replay with the outlook: a note about the place under the pointer. */
  outlook(): string;
}

/** The prompt of now. */
export function askNow<Yours extends Ask>(table: TableProps, asks: Asks<Yours>): Yours | Ask {
  const { outcome, chairs, toMove, seat } = table;
  if (table.outlook) return ask(t('outlook.title'), asks.outlook());
  if (outcome)
    return asks.over(
      outcome,
      chairs.map(({ title }) => title),
    );
  if (isOurTurn(table)) return asks.yours();
  const mover = toMove === null || toMove === seat ? undefined : chairs[toMove];
  if (mover && table.jump) return ask(t('replay.toMove', { name: mover.title }));
  return mover ? askWaiting(mover.title, mover.kind === 'computer') : asks.look();
}

function askWaiting(name: string, thinking: boolean): Ask {
  return ask(t(thinking ? 'ask.thinking' : 'ask.theirs', { name }));
}

/** How a game ended before its last move; empty if it was played to its end. */
export function endNote({ reason }: Outcome): string {
  return reason === 'played' ? '' : t(`outcome.${reason}`);
}

/** The end of a game that was not played to its end. */
export function askEarly(outcome: Outcome, name: string, winners: number): Ask {
  const text = winners === 1 ? t('ask.wonEarly', { name }) : t('end.draw');
  return ask(text, endNote(outcome));
}

/** The winner and the points of all players. A game may have its own words for it. */
export function askOver(outcome: Outcome, names: readonly string[]): Ask {
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [names[seat] ?? ''] : []));
  const totals = outcome.scores.map(({ total }) => total).sort((a, b) => b - a);
  const values = { name: listing(winners), points: totals.join(' : ') };
  // Points say nothing about a game that somebody gave up.
  if (outcome.reason !== 'played') return askEarly(outcome, values.name, winners.length);
  return ask(t(winners.length === 1 ? 'ask.won' : 'ask.shared', values), endNote(outcome));
}
