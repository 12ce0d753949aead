/** Animations of the board. Nothing moves if the reader wants less motion. */
import type { TransitionConfig } from 'svelte/transition';
import { lasting } from '$/lib/motion';

const settleEasing = (t: number): number => 1 + 1.35 * (t - 1) ** 3 + 0.35 * (t - 1) ** 2;

/** A building falls ten units and comes to rest. */
export function settle(_node: Element): TransitionConfig {
  return {
    duration: lasting(260),
    easing: settleEasing,
    css: (t) => `opacity:${Math.min(1, t * 3)};transform:translateY(${(t - 1) * 10}px)`,
  };
}

/** A lamp flickers once at 40%, then shines. */
export function light(_node: Element): TransitionConfig {
  return {
    duration: lasting(620),
    css: (t) => `opacity:${t < 0.4 ? t * 2 : t < 0.48 ? 0.2 : 0.2 + ((t - 0.48) / 0.52) * 0.8}`,
  };
}
