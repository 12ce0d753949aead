/** A right click or a long press on a thing explains it. */
import type { Attachment } from 'svelte/attachments';

const LONG = 550;
/** So many pixels a finger moves while it rests. */
const TREMBLE = 10;
const ENDS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * Calls `then` after a long press. It watches the whole page, because a second finger, which changes the
 * size of a map, may come down anywhere.
 */
export function holds(finger: PointerEvent, then: () => void): void {
  let frame = 0;
  const stop = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    for (const kind of ENDS) removeEventListener(kind, watch, true);
  };
  const watch = (event: MouseEvent): void => {
    const [x, y] = [event.clientX - finger.clientX, event.clientY - finger.clientY];
    if (event.type !== 'pointermove' || Math.hypot(x, y) > TREMBLE) stop();
  };
  const held = (): void => {
    stop();
    then();
  };
  /* A busy page hears late that the finger was lifted: what waits is heard before the press counts. */
  let timer = setTimeout(() => {
    frame = requestAnimationFrame(() => (timer = setTimeout(held)));
  }, LONG);
  for (const kind of ENDS) addEventListener(kind, watch, true);
}

export function explains(tell: () => void): Attachment<Element> {
  return (element) => {
    let told = false;
    const press = (event: Event): void => {
      told = false;
      if (!(event instanceof PointerEvent) || event.pointerType === 'mouse' || !event.isPrimary)
        return;
      holds(event, () => {
        told = true;
        tell();
      });
    };
    const menu = (event: Event): void => {
      event.preventDefault();
      if (!told) tell();
      told = true;
    };
    // Lifting the finger after a long press must not count as a click.
    const click = (event: Event): void => {
      if (!told) return;
      told = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    element.addEventListener('pointerdown', press);
    element.addEventListener('contextmenu', menu);
    element.addEventListener('click', click, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
