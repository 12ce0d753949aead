/**
 * Waits until the browser has drawn a change. The frames in which it lays out and draws a new position
 * are late, and an animation that runs in them would jump.
 */
import { moves } from '$/lib/motion';

/** A frame that took fewer milliseconds came in time. */
const IN_TIME = 25;
/** A machine whose frames are all late does not wait longer than this. */
const MOST_FRAMES = 6;

/**
 * Calls `then` after two frames in a row that came in time: the first of them shows that the change is
 * laid out, the second one that it is drawn, for the browser draws it while the page goes on. Returns a
 * function that drops it.
 */
export function whenCalm(then: () => void): () => void {
  let last = -Infinity;
  let left = MOST_FRAMES;
  let inTime = 0;
  const step = (now: number): void => {
    left -= 1;
    inTime = now - last < IN_TIME ? inTime + 1 : 0;
    if (inTime === 2 || left === 0) return then();
    last = now;
    waiting = requestAnimationFrame(step);
  };
  let waiting = requestAnimationFrame(step);
  return () => cancelAnimationFrame(waiting);
}

/**
 * An animation of something new. It shows its first keyframe until the new position is drawn. Nothing
 * moves if the reader wants less motion, or does not look: a page out of sight draws no frames with which
 * it could begin. Returns a function that ends it.
 */
export function animateWhenCalm(
  node: Element,
  keyframes: Keyframe[] | PropertyIndexedKeyframes,
  options: KeyframeAnimationOptions,
): () => void {
  if (document.hidden || !moves()) return () => undefined;
  const animation = node.animate(keyframes, options);
  animation.pause();
  const drop = whenCalm(() => animation.play());
  return () => {
    drop();
    animation.cancel();
  };
}
