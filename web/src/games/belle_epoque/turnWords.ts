/** A whole turn in words. Its first move alone may only prepare what the turn is about. */
import { listing } from '$/lib/i18n.svelte';
import type { MoveWords } from '../plugin';
import { isQuiet } from './happenings';
import { isFree, parseMove } from './moves';
import type { Position } from './types';
import { describe, plain } from './words';

/** The moves of a line that belong to its first turn and are known: a draw may reveal any tile. */
function turnOf(line: readonly string[]): readonly string[] {
  const last = line.findIndex((move) => move === 'end' || parseMove(move).kind === 'draw');
  return last < 0 ? line : line.slice(0, last + 1);
}

/** The turn at the start of a line. Its free actions stand back behind its other moves. */
export function turnWords(line: readonly string[], position: Position | null): MoveWords {
  const turn = turnOf(line);
  const loud = turn.filter((move) => !isQuiet(move));
  const told = loud.length ? loud : turn.slice(0, 1);
  const main = told.filter((move) => !isFree(parseMove(move)));
  const text = listing(
    told.map((move) => {
      const words = describe(move, position);
      return main.length && !main.includes(move) ? words.plain : words.text;
    }),
  );
  return { text, plain: plain(text) };
}
