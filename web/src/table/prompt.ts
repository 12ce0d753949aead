/** What the prompt says: the sentence, a note below it, and the words of the main button. */
import type { Chair, TableProps } from '$/games/plugin';
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
  /** The game is over. `you` is the viewer's seat. */
  over(outcome: Outcome, names: readonly string[], you: number | null): Ask;
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
      seat,
    );
  if (isOurTurn(table)) {
    const yours = asks.yours();
    return { ...yours, text: capital(yours.text) };
  }
  const mover = toMove === null || toMove === seat ? undefined : chairs[toMove];
  if (!mover) return asks.look();
  /* In a replay nobody thinks. */
  if (table.jump) return ask(t('replay.toMove', { name: mover.title }));
  if (table.halted) return waiting(table, t('ask.halted', { name: mover.title }));
  if (mover.kind === 'computer') return waiting(table, t('ask.thinking', { name: mover.title }));
  return isAway(mover, table)
    ? ask(t('ask.theirs.away', { name: mover.title }), table.told ?? '')
    : waiting(table, t('ask.theirs', { name: mover.title }));
}

/** What the others did comes before for whom the table waits. */
function waiting({ told }: TableProps, words: string): Ask {
  return told ? ask(told, words) : ask(words);
}

/** Whether a player has left the table. With days for each turn players come and go. */
function isAway({ kind, online }: Chair, { info }: TableProps): boolean {
  return kind === 'person' && !online && info.clock.kind !== 'days';
}

/** Who won, and how the game ended if not by its last move. `you` is the viewer's seat. */
export function verdictOf(
  { ranks, reason }: Pick<Outcome, 'ranks' | 'reason'>,
  names: readonly string[],
  you: number | null,
): string {
  const winners = winnersOf(ranks);
  if (winners.length > 1)
    return reason === 'draw'
      ? t('end.agreed')
      : winners.length === ranks.length
        ? t('end.draw')
        : tie(winners, names, you);
  const [winner = 0] = winners;
  const how = reason === 'resigned' || reason === 'time' ? reason : null;
  if (winner === you) return t(how ? `end.you.${how}` : 'end.you');
  return t(how ? `end.won.${how}` : 'end.won', { name: names[winner] ?? '' });
}

export function winnersOf(ranks: readonly number[]): number[] {
  return ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
}

/** Several winners, with their points if they are said. The viewer is addressed and has no name. */
function tie(
  winners: readonly number[],
  all: readonly string[],
  you: number | null,
  points: string | null = null,
): string {
  const others = winners.filter((seat) => seat !== you).map((seat) => all[seat] ?? '');
  const names = listing(others);
  const ours = others.length < winners.length;
  if (points === null) return t(ours ? 'end.tie.you' : 'end.tie', { names });
  return t(ours ? 'ask.shared.you' : 'ask.shared', { names, points });
}

/** The winner and the points of all players. A game may have its own words for it. */
export function askOver(outcome: Outcome, names: readonly string[], you: number | null): Ask {
  const winners = winnersOf(outcome.ranks);
  const totals = outcome.scores.map(({ total }) => total).sort((a, b) => b - a);
  const points = totals.join(' : ');
  const [winner = 0] = winners;
  if (winners.length > 1) return ask(tie(winners, names, you, points));
  return ask(
    winner === you
      ? t('ask.won.you', { points })
      : t('ask.won', { name: names[winner] ?? '', points }),
  );
}
