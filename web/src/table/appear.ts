/**
 * How a piece appears on the board. Nothing moves if the reader wants less motion, and a piece that
 * travels to its place is only shown there: an animation of something hidden would draw the board again
 * with every frame.
 */
import type { TransitionConfig } from 'svelte/transition';
import { lasting } from '$/lib/motion';

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

const settling = (t: number): number => 1 + 1.35 * (t - 1) ** 3 + 0.35 * (t - 1) ** 2;

/** A piece falls ten units and comes to rest. */
export function settle(node: Element): TransitionConfig {
  return {
    duration: travels(node) ? 0 : lasting(260),
    easing: settling,
    css: (t) => `opacity:${Math.min(1, t * 3)};transform:translateY(${(t - 1) * 10}px)`,
  };
}

/** A lamp flickers once at 40%, then shines. */
export function light(node: Element): TransitionConfig {
  return {
    duration: travels(node) ? 0 : lasting(620),
    css: (t) => `opacity:${t < 0.4 ? t * 2 : t < 0.48 ? 0.2 : 0.2 + ((t - 0.48) / 0.52) * 0.8}`,
  };
}

/** What belongs to a piece that has arrived, for example the lamp on a tile, comes into sight. */
export function comeIntoSight(node: Element): void {
  node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: lasting(260), easing: 'ease-out' });
}
