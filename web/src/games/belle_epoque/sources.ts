/** Where a figure comes from, in a sentence: printed, public, or ours. */
import { listing, t } from '$/lib/i18n.svelte';
import type { Source } from './components';

const SOURCES: readonly Source[] = ['rulebook', 'public', 'reconstruction', 'calibrated', 'box'];

/** Figures that say how the table is set up and not what a piece does. */
const SET_UP = new Set(['zone', 'second_copy_from']);

export function sourceText(from: Readonly<Record<string, Source>>): string {
  const figures = Object.entries(from).filter(([name]) => !SET_UP.has(name));
  const kinds = new Set(figures.map(([, source]) => source));
  const [only] = kinds;
  if (only === undefined) return '';
  if (kinds.size === 1) return t(`belle.source.${only}`);
  return SOURCES.filter((source) => kinds.has(source))
    .map((source) => {
      const named = figures.filter(([, from]) => from === source);
      const what = listing(named.map(([name]) => t(`belle.field.${name}`)));
      return t(`belle.source.some.${source}`, { what });
    })
    .join(' ');
}
