/** The phase for the top bar: drawing tiles, taking end-of-game tiles, the last turns. */
import { t } from '$/lib/i18n.svelte';
import type { Position } from './types';

export function phaseOf(position: Position): { text: string; step: number; steps: number } {
  const left = position.piles.reduce((sum, pile) => sum + pile.left, 0);
  if (position.phase === 'over') return { text: t('belle.phase.over'), step: 3, steps: 3 };
  if (position.stage !== 'open')
    return {
      text: t(position.stage === 'final' ? 'belle.phase.final' : 'belle.phase.last'),
      step: 3,
      steps: 3,
    };
  if (left > 0)
    return { text: t('belle.phase.draw', { n: left, round: position.round }), step: 1, steps: 3 };
  return {
    text: t('belle.phase.end', { n: position.end_tiles.left, round: position.round }),
    step: 2,
    steps: 3,
  };
}
