/** A right click or a long press on a thing explains it. */
import type { Attachment } from 'svelte/attachments';

const LONG = 550;

export function explains(tell: () => void): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = false;
    const stop = (): void => clearTimeout(timer);
    const press = (event: PointerEvent): void => {
      told = false;
      stop();
      // A second finger begins to change the size of a map.
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      timer = setTimeout(() => {
        told = true;
        tell();
      }, LONG);
    };
    const menu = (event: Event): void => {
      event.preventDefault();
      stop();
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
    element.addEventListener('pointerup', stop);
    element.addEventListener('pointermove', stop);
    element.addEventListener('pointercancel', stop);
    element.addEventListener('contextmenu', menu);
    element.addEventListener('click', click, { capture: true });
    return () => {
      stop();
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('pointerup', stop);
      element.removeEventListener('pointermove', stop);
      element.removeEventListener('pointercancel', stop);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
