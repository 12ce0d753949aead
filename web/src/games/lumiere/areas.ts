/** The areas that are drawn: painter's, dancer's and the largest group (L8.2, L8.5). */
import { beside, cellOf, nameOf } from './geometry';
import { wallsOf } from './light';
import type { Position, Seat } from './types';

export function reach(from: string, open: (space: string) => boolean): string[] {
  const found = new Set([from]);
  const next = [from];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const space of beside(cellOf(at)).map(nameOf)) {
      if (!found.has(space) && open(space)) {
        found.add(space);
        next.push(space);
      }
    }
  }
  return [...found];
}

export function painterArea(position: Position, at: string): string[] {
  const walls = wallsOf(position);
  return reach(at, (space) => position.spaces[space] !== null && !walls.has(space));
}

export function dancerArea(position: Position, at: string): string[] {
  return reach(at, (name) => {
    const space = position.spaces[name];
    return (
      space !== null && space !== undefined && space.piece === null && space.kind !== 'streetlight'
    );
  });
}

/** The spaces of a seat's largest group of buildings. */
export function largestGroup(position: Position, seat: Seat): string[] {
  const own = new Set(
    position.buildings
      .filter(({ owner }) => owner === seat)
      .flatMap(({ spaces, annex }) => (annex ? [...spaces, annex] : spaces)),
  );
  const left = new Set(own);
  let largest: string[] = [];
  for (const start of own) {
    if (!left.has(start)) continue;
    const group = reach(start, (space) => own.has(space));
    for (const space of group) left.delete(space);
    if (group.length > largest.length) largest = group;
  }
  return largest;
}
