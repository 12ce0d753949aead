/** While a part of the page can scroll, the keyboard can reach and scroll it. */
import type { Attachment } from 'svelte/attachments';

export const scrolls: Attachment<HTMLElement> = (element) => {
  const look = (): void => {
    const needed =
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY);
    if (needed) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const observe = (): void => {
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
  };
  const children = new MutationObserver(observe);
  children.observe(element, { childList: true });
  observe();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
};
