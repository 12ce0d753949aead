/** Keys that are meant for the table, and not for a dialog, a text field or the browser. */

export function isForTable(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    !(event.ctrlKey || event.metaKey || event.altKey) &&
    !document.querySelector('dialog[open]') &&
    !(target instanceof Element && target.closest('input,textarea,select'))
  );
}

/** Whether a key confirms the chosen move: Enter, if no button has the focus. */
export function confirms({ key, target }: KeyboardEvent): boolean {
  const nothing =
    target === document.body || (target instanceof Element && target.matches('[data-prompt]'));
  return key === 'Enter' && nothing;
}
