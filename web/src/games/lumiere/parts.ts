/** Everything of La Cité that a table needs. It is loaded when a table is opened. */
import './board.css';
import type { Chair, GameParts, Json } from '../plugin';
import { t } from '$/lib/i18n.svelte';
import type { Sound } from '$/lib/sound';
import Art from './Art.svelte';
import { book, topics } from './help';
import { lesson } from './lesson';
import { countedThings } from './counted';
import { parseMove } from './moves';
import { isQuiet, journeysOf, newsOf } from './happenings';
import { isPosition } from './position';
import Table from './Table.svelte';
import { positionOf } from './types';
import type { Seat } from './types';
import { lineChange, partWords, placeWords } from './why';
import { describe, inWords, told } from './words';

function soundOf(move: string): Sound {
  const parsed = parseMove(move);
  if (parsed.kind === 'lay') return 'lay';
  if (parsed.kind === 'take' || parsed.kind === 'pass') return 'take';
  if (parsed.kind === 'swap' || parsed.kind === 'use') return 'card';
  return 'card' in parsed && ['lampadaire', 'la-grande-lumiere'].includes(parsed.card)
    ? 'lamp'
    : 'build';
}

export const parts: GameParts = {
  Art,
  Table,
  reads: isPosition,
  describe: (move, seat) => describe(move, seat),
  told,
  isQuiet,
  journeys: journeysOf,
  news: (entries, position, chairs, you) => newsOf(entries, positionOf(position), chairs, you),
  counted: (line, position) => countedThings(line, positionOf(position)),
  inWords: (position: Json, chairs: readonly Chair[]) => {
    const names = Object.fromEntries(chairs.map(({ livery, title }) => [livery, title])) as Record<
      Seat,
      string
    >;
    return inWords(positionOf(position), names);
  },
  scoreLine: (line) => t(`lumiere.line.${line}`),
  usedThing: (group, thing) => (group === 'postcards' ? t(`lumiere.card.${thing}`) : null),
  partWords,
  lineChange,
  placeWords,
  phase: (position: Json) => {
    const { phase } = positionOf(position);
    return { text: t(`lumiere.phase.${phase}`), step: phase === 'laying' ? 1 : 2, steps: 2 };
  },
  sound: soundOf,
  topics,
  book,
  lesson,
};
