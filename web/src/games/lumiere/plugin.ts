/** La Cité de la Lumière for the shell: small; the table itself is loaded when it is needed. */
import type { GamePlugin } from '../plugin';

export const lumiere: GamePlugin = {
  id: 'lumiere',
  domains: ['lumiere'],
  bookDomains: ['lumiere-book'],
  liveries: ['orange', 'blue'],
  seatCounts: [2],
  lessonSteps: 14,
  cover: () => import('./Cover.svelte'),
  thumb: () => import('./Thumb.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  scoreDomains: ['lumiere-score'],
  load: async () => (await import('./parts')).parts,
};
