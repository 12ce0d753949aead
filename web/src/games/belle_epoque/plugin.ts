/** Paris of the Belle Époque for the shell: small; the table itself is loaded when it is needed. */
import type { GamePlugin } from '../plugin';

export const belleEpoque: GamePlugin = {
  id: 'belle_epoque',
  domains: ['belle_epoque'],
  bookDomains: ['belle_epoque-book'],
  liveries: ['orange', 'blue', 'absinthe', 'peony'],
  seatCounts: [2, 3, 4],
  lessonSteps: 17,
  cover: () => import('./Cover.svelte'),
  thumb: () => import('./Thumb.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  scoreDomains: ['belle_epoque-score'],
  load: async () => (await import('./parts')).parts,
};
