/** The things that bring points at the end, in the order in which they light up. */
import type { CountedThing } from '../plugin';
import { cellOf } from './geometry';
import { lampsOf, lightsOn } from './light';
import type { Position } from './types';
import { SEATS } from './types';

/** Lit buildings (L8.1), from the back of the board to the front. Other lines count as a whole. */
export function countedThings(line: string, position: Position): CountedThing[] {
  if (line !== 'light') return [];
  const lamps = lampsOf(position);
  return position.buildings
    .map(({ name, owner, spaces, annex }) => {
      const all = annex ? [...new Set([...spaces, annex])] : spaces;
      const back = Math.min(...all.map((space) => cellOf(space)[1]));
      return {
        back,
        thing: {
          id: name,
          seat: SEATS.indexOf(owner),
          points: all.length * lightsOn(all, lamps).length,
        },
      };
    })
    .filter(({ thing }) => thing.points > 0)
    .sort((a, b) => a.back - b.back)
    .map(({ thing }) => thing);
}
