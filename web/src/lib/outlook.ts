/** The outlook on a place in words: who may hold it at the end. */
import type { Chair } from '$/games/plugin';
import { t } from './i18n.svelte';
import type { Outlook, Prospect } from './protocol';

/** Smaller shares are not shown: they are chance. */
export const LEAST_SHARE = 0.05;

export interface Owner {
  chair: Chair;
  share: number;
}

/** Who may hold a place, the likeliest first. */
export function ownersOf(prospect: Prospect, chairs: readonly Chair[]): Owner[] {
  return chairs
    .map((chair) => ({ chair, share: prospect.owners[chair.seat] ?? 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share);
}

export function prospectWords(prospect: Prospect | undefined, chairs: readonly Chair[]): string {
  if (!prospect) return '';
  const owners = ownersOf(prospect, chairs).map(({ chair, share }) =>
    t('outlook.owner', { name: chair.title, n: Math.round(share * 100) }),
  );
  const light =
    prospect.light === null
      ? []
      : [t('outlook.light', { n: Math.round(prospect.light * 10) / 10 })];
  return [...(owners.length ? owners : [t('outlook.nobody')]), ...light].join(', ');
}

/** The outlook on the place under the pointer, in words; empty without one. */
export function prospectNote(
  outlook: Outlook | null | undefined,
  id: string | null | undefined,
  place: string,
  chairs: readonly Chair[],
): string {
  const prospect = id ? outlook?.places[id] : undefined;
  return prospect ? t('outlook.place', { place, what: prospectWords(prospect, chairs) }) : '';
}
