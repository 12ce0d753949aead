/** A hint and its reason belong to the move that it shows: both go when the player holds another one. */
import { untrack } from 'svelte';
import type { TableProps } from '$/games/plugin';

/**
 * Shows each hint for this seat, and says when its move was put back or replaced. `held` names what the
 * player holds.
 */
export function followsHint(
  table: () => TableProps,
  held: () => string,
  show: (move: string) => void,
): void {
  let shown: { hint: TableProps['hint']; held: string } | null = null;
  $effect(() => {
    const { hint, seat } = table();
    shown = null;
    if (!hint || hint.seat !== seat) return;
    untrack(() => {
      show(hint.move);
      shown = { hint, held: held() };
    });
  });
  $effect(() => {
    const now = held();
    if (shown && shown.hint === table().hint && shown.held !== now) table().unhint?.();
  });
}
