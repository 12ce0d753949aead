/**
 * How a piece appears on the board. Nothing moves if the reader wants less motion, and a piece that
 * travels to its place is only shown there: an animation of something hidden would draw the board again
 * with every frame.
 *
 * These are the browser's own animations. Those of Svelte begin in the frames that draw the position,
 * and each of them replaces another one, so that the board is drawn twice. Svelte only says when something
 * is new: `in:settle` calls the function and finds nothing to do itself.
 */
import type { TransitionConfig } from 'svelte/transition';
import { animateWhenCalm } from './calm';

type Trip = 'own' | 'others';
let trip: Trip | null = null;

/** Changes the table while its new pieces travel. Of an own move those with `data-settles` do not. */
export function changeFor(now: Trip, change: () => void): void {
  trip = now;
  try {
    change();
  } finally {
    trip = null;
  }
}

function travels(node: Element): boolean {
  return trip === 'others' || (trip === 'own' && !node.closest('[data-settles],[data-with]'));
}

const NOTHING: TransitionConfig = { duration: 0 };

/** A piece falls ten units and comes to rest. Where the ghost of an own piece lay it is seen at once. */
export function settle(node: Element): TransitionConfig {
  const falls = { transform: ['translateY(-10px)', 'translateY(0)'] };
  if (!travels(node))
    animateWhenCalm(node, trip === 'own' ? falls : { ...falls, opacity: [0, 1, 1, 1] }, {
      duration: 260,
      easing: 'cubic-bezier(.333,1.117,.667,1)',
    });
  return NOTHING;
}

/** A lamp flickers once at 40%, then shines. */
export function light(node: Element): TransitionConfig {
  if (!travels(node))
    animateWhenCalm(
      node,
      [
        { opacity: 0 },
        { opacity: 0.8, offset: 0.4 },
        { opacity: 0.2, offset: 0.4 },
        { opacity: 0.2, offset: 0.48 },
        { opacity: 1 },
      ],
      { duration: 620 },
    );
  return NOTHING;
}

/** What belongs to a piece that has arrived, for example the lamp on a tile, comes into sight. */
export function comeIntoSight(node: Element): void {
  animateWhenCalm(node, [{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: 'ease-out' });
}
