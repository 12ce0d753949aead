/** Announcements of the table that all games share: who starts, and why. */
import type { Chair, News } from '$/games/plugin';
import { t } from '$/lib/i18n.svelte';
import type { TableInfo } from '$/lib/protocol';

/** A sentence about a player, with a key of its own for the viewer. */
export function about(
  key: string,
  keyOfYou: string,
  seat: number,
  chairs: readonly Chair[],
  you: number | null,
): string {
  return seat === you ? t(keyOfYou) : t(key, { name: chairs[seat]?.title ?? '' });
}

/** Who starts, and why: the option `start` of the table says it. */
export function startNews(
  info: Pick<TableInfo, 'options' | 'rematch_of'>,
  first: number,
  chairs: readonly Chair[],
  you: number | null,
): News[] {
  const start = info.options['start'] as string | undefined;
  if (start === undefined) return [];
  const reason = start === 'drawn' ? 'drawn' : info.rematch_of ? 'lost' : 'set';
  return [
    {
      id: 'start',
      title: t('news.start.title'),
      text: about(`news.start.${reason}`, `news.start.${reason}.you`, first, chairs, you),
    },
  ];
}
