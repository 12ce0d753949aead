/**
 * Keeps the keyboard's focus on the page of a table. A button that was pressed, at the table or in the
 * bar above it, may disappear or be switched off. Then the prompt gets the focus, because it says what
 * comes next.
 */
import type { Attachment } from 'svelte/attachments';

export const keepFocus: Attachment<HTMLElement> = (table) => {
  let last: Element | null = null;
  const remember = (event: FocusEvent): void => {
    last = event.target instanceof Element ? event.target : null;
  };
  const look = (): void => {
    const gone = last && (!last.isConnected || last.matches(':disabled'));
    const { activeElement, body } = document;
    if (!gone || (activeElement !== body && activeElement !== last)) return;
    last = null;
    table.querySelector<HTMLElement>('[data-prompt]')?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', remember);
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    changes.disconnect();
  };
};
