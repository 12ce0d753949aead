/** Everything of the Belle Époque that a table needs. It is loaded when a table is opened. */
import './table.css';
import type { Chair, GameParts, Json } from '../plugin';
import { t } from '$/lib/i18n.svelte';
import type { Sound } from '$/lib/sound';
import { isQuiet, journeysOf, newsOf } from './happenings';
import { book, topics } from './help';
import { lesson } from './lesson';
import { namesBySeat } from './majorities';
import { parseMove } from './moves';
import { phaseOf } from './phase';
import Art from './Art.svelte';
import Table from './Table.svelte';
import { isPosition } from './position';
import { turnWords } from './turnWords';
import { positionOf } from './types';
import { partWords, placeWords } from './why';
import { describe, inWords, told } from './words';

function soundOf(move: string): Sound {
  switch (parseMove(move).kind) {
    case 'draw':
    case 'place':
    case 'score':
      return 'lay';
    case 'key':
    case 'move':
      return 'key';
    case 'bonus':
      return 'card';
    case 'buy':
    case 'sell':
      return 'coin';
    case 'activate':
    case 'use':
    case 'discard':
      return 'lamp';
    default:
      return 'take';
  }
}

export const parts: GameParts = {
  Art,
  Table,
  reads: isPosition,
  describe: (move, _seat, position, events) =>
    describe(move, position && positionOf(position), events),
  turnWords: (line, position) => turnWords(line, position && positionOf(position)),
  told,
  isQuiet,
  journeys: journeysOf,
  news: (entries, position, chairs, you) => newsOf(entries, positionOf(position), chairs, you),
  counted: () => [],
  inWords: (position: Json, chairs: readonly Chair[]) =>
    inWords(positionOf(position), namesBySeat(chairs)),
  scoreLine: (line) => t(`belle.line.${line}`),
  usedThing: (group, thing) =>
    group === 'bonus-tiles'
      ? t('belle.tile.label', { n: thing, effect: t(`belle.effect.${thing}`) })
      : null,
  partWords,
  placeWords,
  phase: (position: Json) => phaseOf(positionOf(position)),
  sound: soundOf,
  topics,
  book,
  lesson,
};
