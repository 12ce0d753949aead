/** Whether things may move, and how long. */
import { settings } from './settings.svelte';

export function moves(): boolean {
  return settings.motion !== 'less' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A duration; 0 if nothing may move. */
export function lasting(milliseconds: number): number {
  return moves() ? milliseconds : 0;
}
