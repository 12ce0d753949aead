/**
 * Keeps the keyboard's focus on the table. A button that was pressed may disappear or be switched off
 * with its move. Then the prompt gets the focus, because it says what comes next.
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
  table.addEventListener('focusin', remember);
  const changes = new MutationObserver(look);
  changes.observe(table, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    table.removeEventListener('focusin', remember);
    changes.disconnect();
  };
};
