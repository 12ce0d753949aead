/** A note that goes by itself: with the next touch beside it, and when there was time to read it. */
import type { Attachment } from 'svelte/attachments';

/** Milliseconds to notice a note, and for each of its letters. */
const TO_NOTICE = 3000;
const FOR_A_LETTER = 70;

export function readingTime(text: string): number {
  return TO_NOTICE + FOR_A_LETTER * text.length;
}

/** The note stays while a button of it is used, and while the dialog that it opens is read. */
export function passes(text: string, onclose: () => void): Attachment<HTMLElement> {
  return (note) => {
    const touch = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && note.contains(target))) onclose();
    };
    const used = (): boolean =>
      note.matches(':hover, :focus-within') || document.querySelector('dialog[open]') !== null;
    let timer = setTimeout(go, readingTime(text));
    function go(): void {
      if (used()) timer = setTimeout(go, TO_NOTICE);
      else onclose();
    }
    addEventListener('pointerdown', touch, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', touch, { capture: true });
    };
  };
}
