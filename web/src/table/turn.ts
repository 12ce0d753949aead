/** Whose turn it is, for this screen. */
import type { Chair, TableProps } from '$/games/plugin';

type Turn = Pick<TableProps, 'seat' | 'toMove' | 'outcome' | 'view'>;

/** Whether this screen has to move now. */
export function isOurTurn({ seat, toMove, outcome, view }: Turn): boolean {
  return seat !== null && toMove === seat && outcome === null && view.legal.length > 0;
}

/** The other chairs, in the order in which they play after a seat. */
export function othersOf(chairs: readonly Chair[], seat: number): Chair[] {
  return [...chairs.slice(seat + 1), ...chairs.slice(0, seat)];
}

/**
 * A position and what may be played in it. The same position may come again, for example when the
 * connection comes back: the texts are equal then, and what the player has prepared stays.
 */
export function offeredIn({ position, legal }: TableProps['view']): string {
  return JSON.stringify([position, legal]);
}
