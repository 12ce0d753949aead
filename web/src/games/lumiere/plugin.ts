/** The plugin of La Cité de la Lumière. It is small: the table is loaded when it is needed. */
import { t } from '$/lib/i18n.svelte';
import type { GamePlugin } from '../plugin';

export const lumiere: GamePlugin = {
  id: 'lumiere',
  title: () => t('lumiere.title'),
  short: () => t('lumiere.short'),
  facts: () => t('lumiere.facts'),
  domains: ['lumiere'],
  bookDomains: ['lumiere-book'],
  liveries: ['orange', 'blue'],
  lessonSteps: 20,
  hasBook: true,
  showsOutlook: true,
  cover: () => import('./Cover.svelte'),
  thumb: () => import('./Thumb.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  scoreDomains: ['lumiere-score'],
  load: async (digest, own) => {
    const [{ parts }, { useComponents }] = await Promise.all([
      import('./parts'),
      import('./geometry'),
    ]);
    await useComponents(digest, own);
    return parts;
  },
};
