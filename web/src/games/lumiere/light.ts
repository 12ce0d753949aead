/**
 * Where light falls, for the drawing. Points are never counted here: they come from the server. The
 * drawing follows L8.1 and L7.12, and a test compares it with positions of the engine.
 */
import { beside, cellOf, LARGE_PATTERN, nameOf, onBoard } from './geometry';
import type { Cell } from './geometry';
import type { Position } from './types';

export interface Lamp {
  at: string;
  kind: 'printed' | 'placed' | 'large';
  /** The spaces that it lights, without its own space. */
  lights: string[];
}

function largeLights(at: string, walls: ReadonlySet<string>): string[] {
  const [x, y] = cellOf(at);
  return LARGE_PATTERN.filter(([dx, dy]) => {
    const two = Math.abs(dx) + Math.abs(dy) === 2 && (dx === 0 || dy === 0);
    return !two || !walls.has(nameOf([x + dx / 2, y + dy / 2]));
  })
    .map(([dx, dy]): Cell => [x + dx, y + dy])
    .filter(onBoard)
    .map(nameOf);
}

/** The spaces of buildings and annex. They stop the large streetlight and bound the areas. */
export function wallsOf(position: Position): Set<string> {
  return new Set(
    position.buildings.flatMap(({ spaces, annex }) => (annex ? [...spaces, annex] : spaces)),
  );
}

/** All streetlights that shine. A ghost would cover the spaces of `covered`. */
export function lampsOf(position: Position, covered: readonly string[] = []): Lamp[] {
  const walls = new Set([...wallsOf(position), ...covered]);
  const lamps: Lamp[] = [];
  const add = (at: string, kind: 'printed' | 'placed'): void => {
    lamps.push({ at, kind, lights: beside(cellOf(at)).map(nameOf) });
  };
  for (const [at, space] of Object.entries(position.spaces)) {
    if (space?.kind === 'streetlight' && space.piece === null && !covered.includes(at))
      add(at, 'printed');
  }
  const { lamp, 'large-lamp': large } = position.pieces;
  if (lamp) add(lamp.space, 'placed');
  if (large)
    lamps.push({ at: large.space, kind: 'large', lights: largeLights(large.space, walls) });
  return lamps;
}

/** The streetlights that light at least one of some spaces. */
export function lightsOn(spaces: readonly string[], lamps: readonly Lamp[]): Lamp[] {
  return lamps.filter((lamp) => lamp.lights.some((space) => spaces.includes(space)));
}
