/** The choices that the prompt offers as buttons, because the map cannot show them well. */
import { t } from '$/lib/i18n.svelte';
import type { Choice } from './choice.svelte';
import { scoringPoints } from './components';
import { districtName, faceName } from './names';
import type { Position } from './types';
import { optionWords } from './words';

export interface Option {
  id: string;
  text: string;
  /** Either the move itself, or one more mark of it. */
  move?: string;
  mark?: string;
}

const MOST = 12;

export function optionsOf(choice: Choice, position: Position): Option[] {
  if (choice.ready && choice.candidates.length <= 1) return [];
  if (choice.chosen.length) return narrowing(choice, position);
  switch (position.phase) {
    case 'draw':
      return choice.asked.flatMap(({ move }) => {
        const back = move.kind === 'draw' ? position.piles[move.pile - 1]?.back : null;
        return move.kind === 'draw' && back
          ? [
              {
                id: move.text,
                move: move.text,
                text: t('belle.option.draw', { n: move.pile, name: districtName(back) }),
              },
            ]
          : [];
      });
    case 'place':
      return choice.asked.flatMap(({ move }) =>
        move.kind === 'place'
          ? [{ id: move.text, move: move.text, text: districtName(move.district) }]
          : [],
      );
    case 'choose':
      return choice.asked.flatMap(({ move }) =>
        move.kind === 'choose' && move.face
          ? [{ id: move.text, move: move.text, text: faceName(move.face) }]
          : [],
      );
    case 'prestige':
      return choice.asked.flatMap(({ move }) =>
        move.kind === 'discard'
          ? [
              {
                id: move.text,
                move: move.text,
                text: t('belle.option.discard', { n: move.amount }),
              },
            ]
          : [],
      );
    case 'scoring':
      return position.scoring_tiles.map((first) => ({
        id: `scoring:${first}`,
        mark: `scoring:${first}`,
        text: scoringPoints(first).join(' · '),
      }));
    case 'act':
      return choice.find('take') ? [{ id: 'take', move: 'take', text: t('belle.do.take') }] : [];
    default:
      return [];
  }
}

/** The candidates that are left, if they are few. */
function narrowing(choice: Choice, position: Position): Option[] {
  const moves = choice.candidates.map(({ move }) => move);
  if (moves.every(({ kind }) => kind === 'score'))
    return moves
      .flatMap((move) =>
        move.kind === 'score'
          ? [{ id: move.text, move: move.text, text: optionWords(move, position, choice.settled) }]
          : [],
      )
      .slice(0, MOST);
  const pairs = moves.every(
    (move) => move.kind === 'activate' && (move.tile === 23 || move.tile === 24),
  );
  if (moves.length > MOST && !pairs) return [];
  return moves.map((move) => ({
    id: move.text,
    move: move.text,
    text: optionWords(move, position, choice.settled),
  }));
}
