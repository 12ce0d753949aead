/** What the prompt says: the sentence, a note below it, and the words of the main button. */
import type { TableProps } from '$/games/plugin';
import { t } from '$/lib/i18n.svelte';
import type { Outcome } from '$/lib/protocol';
import { isOurTurn } from './turn';

export interface Ask {
  text: string;
  note: string;
  /** The words of the main button; empty where nothing is ready to be played. */
  main: string;
}

export const ask = (text: string, note = '', main = ''): Ask => ({ text, note, main });

interface Asks<Yours extends Ask> {
  over(outcome: Outcome, names: readonly string[]): Ask;
  /** It is our turn. */
  yours(): Yours;
  /** A position that is only looked at: a lesson's, or one that was just left. */
  look(): Ask;
  /** A replay shows what is expected at the end: a note about the place that is pointed at. */
  outlook(): string;
}

/** What is asked now. */
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
  return mover ? askWaiting(mover.title, mover.kind === 'computer') : asks.look();
}

function askWaiting(name: string, thinking: boolean): Ask {
  return ask(t(thinking ? 'ask.thinking' : 'ask.theirs', { name }));
}

/** How a game ended that was not played to its end; empty for one that was. */
export function endNote({ reason }: Outcome): string {
  return reason === 'played' ? '' : t(`outcome.${reason}`);
}

/** Who won, with everybody's points; a game with better words says it itself. */
export function askOver(outcome: Outcome, names: readonly string[]): Ask {
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [names[seat] ?? ''] : []));
  const totals = outcome.scores.map(({ total }) => total).sort((a, b) => b - a);
  const values = { name: winners.join(', '), points: totals.join(' : ') };
  return ask(t(winners.length === 1 ? 'ask.won' : 'ask.shared', values), endNote(outcome));
}
