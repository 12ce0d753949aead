/** A part that scrolls fades where there is more of it below, so that no line seems to be its last. */
import type { Attachment } from 'svelte/attachments';

export const fades: Attachment<HTMLElement> = (element) => {
  const look = (): void => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    element.toggleAttribute('data-fades', below > 1);
  };
  const sizes = new ResizeObserver(look);
  const observe = (): void => {
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
  };
  const children = new MutationObserver(observe);
  children.observe(element, { childList: true });
  element.addEventListener('scroll', look, { passive: true });
  observe();
  return () => {
    sizes.disconnect();
    children.disconnect();
    element.removeEventListener('scroll', look);
  };
};
