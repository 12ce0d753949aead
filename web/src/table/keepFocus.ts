/**
 * Keeps the keyboard's focus on the page of a table. A button that was pressed, at the table, in the bar
 * above it or before the game, may disappear or be switched off. Then what it stood in gets the focus, if
 * that is marked with `data-focus-home`, and otherwise the prompt, because it says what comes next.
 */
import type { Attachment } from 'svelte/attachments';

const HOME = '[data-focus-home]';
const PROMPT = '[data-prompt]';

/* The game begins: what was pressed goes with the page of the seats, and the table comes later. */
let owed = false;

export const keepFocus: Attachment<HTMLElement> = (table) => {
  let last: Element | null = null;
  let home: HTMLElement | null = null;
  const remember = (event: FocusEvent): void => {
    last = event.target instanceof Element ? event.target : null;
    home = last?.closest<HTMLElement>(HOME) ?? null;
  };
  const isLost = (): boolean => {
    const gone = last && (!last.isConnected || last.matches(':disabled'));
    const { activeElement, body } = document;
    return Boolean(gone) && (activeElement === body || activeElement === last);
  };
  const look = (): void => {
    if (!isLost()) return;
    const next = home?.isConnected ? home : table.querySelector<HTMLElement>(PROMPT);
    last = home = null;
    next?.focus({ preventScroll: true });
  };
  const { activeElement, body } = document;
  if (owed && (!activeElement || activeElement === body))
    table.querySelector<HTMLElement>(PROMPT)?.focus({ preventScroll: true });
  owed = false;
  document.addEventListener('focusin', remember);
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    changes.disconnect();
    owed = last !== null;
  };
};
