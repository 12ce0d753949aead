/** Animations of the map. Nothing moves if the reader wants less motion. */
import type { TransitionConfig } from 'svelte/transition';
import { lasting } from '$/lib/motion';

const settling = (t: number): number => 1 + 1.35 * (t - 1) ** 3 + 0.35 * (t - 1) ** 2;

/** A piece falls ten units and comes to rest. */
export function settle(_node: Element): TransitionConfig {
  return {
    duration: lasting(260),
    easing: settling,
    css: (t) => `opacity:${Math.min(1, t * 3)};transform:translateY(${(t - 1) * 10}px)`,
  };
}
