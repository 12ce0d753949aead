/**
 * Waits until the browser has drawn a change. The frames in which it lays out and draws a new position
 * are late, and an animation that runs in them would jump.
 */

/** A frame that took fewer milliseconds came in time. */
const IN_TIME = 25;
/** A machine whose frames are all late does not wait longer than this. */
const MOST_FRAMES = 6;

/** Calls `then` after the first frame that came in time. Returns a function that drops it. */
export function whenCalm(then: () => void): () => void {
  let last = -Infinity;
  let left = MOST_FRAMES;
  const step = (now: number): void => {
    left -= 1;
    if (now - last < IN_TIME || left === 0) return then();
    last = now;
    waiting = requestAnimationFrame(step);
  };
  let waiting = requestAnimationFrame(step);
  return () => cancelAnimationFrame(waiting);
}
