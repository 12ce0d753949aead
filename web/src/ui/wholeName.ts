/** A name that does not fit beside the points is written smaller, and cut only if that is not enough. */
import type { Attachment } from 'svelte/attachments';

/** Smaller letters, in pixels, could not be read. */
const LEAST = 10;

/** The size of letters at which a text of this width has room. */
export function sizeFor(size: number, wide: number, room: number): number {
  return wide > room ? Math.max(LEAST, Math.floor((10 * size * room) / wide) / 10) : size;
}

/** For the element around a `.cut` text. Its own width must not depend on the text. */
export const wholeName: Attachment<HTMLElement> = (element) => {
  const fit = (): void => {
    element.style.fontSize = '';
    const text = element.querySelector('.cut');
    if (!text?.clientWidth || text.scrollWidth <= text.clientWidth) return;
    const size = parseFloat(getComputedStyle(element).fontSize);
    /* Both widths are rounded: a part of a pixel too little would cut the last letters. */
    element.style.fontSize = `${sizeFor(size, text.scrollWidth + 1, text.clientWidth - 1)}px`;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(element);
  const names = new MutationObserver(fit);
  names.observe(element, { subtree: true, childList: true, characterData: true });
  void document.fonts.ready.then(fit);
  return () => {
    sizes.disconnect();
    names.disconnect();
  };
};
