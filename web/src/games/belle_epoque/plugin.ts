/** The plugin of Paris of the Belle Époque. It is small: the table is loaded when it is needed. */
import { t } from '$/lib/i18n.svelte';
import type { GamePlugin } from '../plugin';

export const belleEpoque: GamePlugin = {
  id: 'belle_epoque',
  title: () => t('belle_epoque.title'),
  short: () => t('belle_epoque.short'),
  facts: () => t('belle_epoque.facts'),
  domains: ['belle_epoque'],
  bookDomains: ['belle_epoque-book'],
  liveries: ['orange', 'blue', 'absinthe', 'peony'],
  lessonSteps: 25,
  hasBook: true,
  showsOutlook: true,
  cover: () => import('./Cover.svelte'),
  thumb: () => import('./Thumb.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  scoreDomains: ['belle_epoque-score'],
  componentSheet: () => import('./sheet/ComponentSheet.svelte'),
  sheetDomains: ['belle_epoque-book', 'belle_epoque-sheet'],
  load: async (digest, own) => {
    const [{ parts }, { useComponents }] = await Promise.all([
      import('./parts'),
      import('./components'),
    ]);
    await useComponents(digest, own);
    return parts;
  },
};
