/** Any game of the server that has no plugin: its position in words, its moves as buttons. */
import { t } from '$/lib/i18n.svelte';
import type { GameInfo } from '$/lib/protocol';
import type { GamePlugin } from '../plugin';
import { LIVERIES } from '../plugin';

/** `info` is what the server says about the game; it may come later than the plugin is made. */
export function genericGame(id: string, info: () => GameInfo | undefined): GamePlugin {
  const title = (): string => info()?.title ?? id;
  return {
    id,
    title,
    short: title,
    facts: () => {
      const counts = info()?.seat_counts ?? [2];
      const [least, most] = [Math.min(...counts), Math.max(...counts)];
      const players = least === most ? String(most) : t('generic.range', { least, most });
      return t('generic.facts', { players, n: most });
    },
    domains: ['generic'],
    bookDomains: [],
    liveries: LIVERIES,
    lessonSteps: 0,
    hasBook: false,
    showsOutlook: false,
    cover: () => import('./Cover.svelte'),
    thumb: () => import('./Pawns.svelte'),
    scoreDomains: [],
    load: async () => (await import('./parts')).partsFor(info),
  };
}
