/** Keeps a sheet in the browser, so that a reload loses nothing. */
import type { Sheet, Stored } from './sheet.svelte';

const PLACE = 'lutetia.score.lumiere';

export function keep(sheet: Sheet): void {
  localStorage.setItem(PLACE, JSON.stringify(sheet.stored()));
}

/** Puts back what was kept. Something that is no sheet, for example of another version, is left. */
export function restore(sheet: Sheet): void {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    if (isStored(found)) sheet.restore(found);
  } catch {
    localStorage.removeItem(PLACE);
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  const parts = ['tiles', 'buildings', 'pieces', 'cards', 'reserves'];
  return (
    parts.every((part) => typeof found[part] === 'object' && found[part] !== null) &&
    typeof found['penseurOwn'] === 'boolean'
  );
}
