/** Where a figure comes from, in a sentence: printed, public, or ours. */
import { listing, t } from '$/lib/i18n.svelte';
import type { Source } from './components';

/** Figures that say how the table is set up and not what a piece does. */
const SET_UP = new Set(['zone', 'second_copy_from']);

export function sourceText(from: Readonly<Record<string, Source>>): string {
  const figures = Object.entries(from).filter(([name]) => !SET_UP.has(name));
  const kinds = new Set(figures.map(([, source]) => source));
  const [only] = kinds;
  if (only === undefined) return '';
  if (kinds.size === 1) return t(`belle.source.${only}`);
  const named = (...kinds: Source[]): string =>
    listing(
      figures
        .filter(([, source]) => kinds.includes(source))
        .map(([name]) => t(`belle.field.${name}`)),
    );
  const [printed, ours] = [named('rulebook', 'public'), named('reconstruction', 'calibrated')];
  if (!printed) return t('belle.source.calibrated');
  if (!ours) return t('belle.source.public');
  return t('belle.source.mixed', { rulebook: printed, reconstruction: ours });
}
