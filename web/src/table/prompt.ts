/** What the prompt says: the sentence, a note below it, and the words of the main button. */
import type { TableProps } from '$/games/plugin';
import { capital, listing, t } from '$/lib/i18n.svelte';
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
  if (table.repeating) return ask(table.told ?? '', t('told.again'));
  if (outcome && table.counted === false) return ask(t('end.counting'), t('end.skip'));
  if (outcome && outcome.reason !== 'played')
    return ask(
      verdictOf(
        outcome,
        chairs.map(({ title }) => title),
        seat,
      ),
    );
  if (outcome)
    return asks.over(
      outcome,
      chairs.map(({ title }) => title),
    );
  if (isOurTurn(table)) {
    const yours = asks.yours();
    return { ...yours, text: capital(yours.text) };
  }
  const mover = toMove === null || toMove === seat ? undefined : chairs[toMove];
  if (!mover) return asks.look();
  /* In a replay nobody thinks. */
  if (table.jump) return ask(t('replay.toMove', { name: mover.title }));
  const waiting = waitingWords(mover.title, mover.kind === 'computer');
  return table.told ? ask(table.told, waiting) : ask(waiting);
}

function waitingWords(name: string, thinking: boolean): string {
  return t(thinking ? 'ask.thinking' : 'ask.theirs', { name });
}

/** Who won, and how the game ended if not by its last move. `you` is the viewer's seat. */
export function verdictOf(
  { ranks, reason }: Pick<Outcome, 'ranks' | 'reason'>,
  names: readonly string[],
  you: number | null,
): string {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length > 1)
    return reason === 'draw'
      ? t('end.agreed')
      : winners.length === ranks.length
        ? t('end.draw')
        : t('end.tie', { names: listing(winners.map((seat) => names[seat] ?? '')) });
  const [winner = 0] = winners;
  const how = reason === 'resigned' || reason === 'time' ? reason : null;
  if (winner === you) return t(how ? `end.you.${how}` : 'end.you');
  return t(how ? `end.won.${how}` : 'end.won', { name: names[winner] ?? '' });
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
