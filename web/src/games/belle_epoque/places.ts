/** The places of the map: everything that a player can point at, with its box. */
import { VALUES } from './components';
import {
  around,
  bankAt,
  CENTRE,
  END_STACK,
  looseScoringTileAt,
  middle,
  pileAt,
  ROUND,
  scoringTileAt,
  spaceAt,
  trackAt,
} from './geometry';
import type { Box, Point } from './geometry';
import { CELL, landmarkSpot } from './landmarkLayout';
import type { LandmarkSpot } from './landmarkLayout';
import type { District, Position } from './types';

export interface Place {
  id: string;
  box: Box;
}

/** A landmark of the display that would be laid here. */
export interface Ghost {
  district: District;
  value: number;
}

/** The landmarks of a district and the ghost, by rising value. */
function landmarksOf(position: Position, district: District, ghost: Ghost | null): number[] {
  const laid = Object.keys(position.districts[district].landmarks).map(Number);
  return ghost?.district === district ? [...laid, ghost.value].sort((a, b) => a - b) : laid;
}

export function landmarkSpotIn(
  position: Position,
  district: District,
  value: number,
  ghost: Ghost | null = null,
): LandmarkSpot {
  const all = landmarksOf(position, district, ghost);
  return landmarkSpot(district, all.indexOf(value), all.length);
}

/** The least side of a place: a finger must find it (`MapBox`). */
export const TARGET = 54;

function landmarkBox({ at, scale }: LandmarkSpot): Box {
  return scale === null
    ? around(at, CELL.width - 2, CELL.height - 2)
    : around(at, Math.max(TARGET, 76 * scale), Math.max(TARGET, 64 * scale));
}

export function placesOf(
  position: Position,
  ghosts: readonly Ghost[],
  may: ReadonlySet<string>,
): Place[] {
  const places: Place[] = [{ id: 'arc', box: around([CENTRE[0], CENTRE[1] + 6], 128, 128) }];
  for (const district of ROUND) {
    const [x, y] = bankAt(district);
    places.push({ id: `bank:${district}`, box: around([x, y - 1], 68, 62) });
    for (const value of VALUES)
      places.push({ id: `${district}:${value}`, box: around(spaceAt(district, value), 64, 66) });
    const ghost = ghosts.find((found) => found.district === district) ?? null;
    for (const value of landmarksOf(position, district, ghost))
      places.push({
        id: `${district}:${value}`,
        box: landmarkBox(landmarkSpotIn(position, district, value, ghost)),
      });
    if (position.districts[district].scoring_tile !== null || may.has(`district:${district}`))
      places.push({ id: `district:${district}`, box: around(scoringTileAt(district), 68, 54) });
  }
  for (const { space, tile, left } of position.track)
    if (left > 0) places.push({ id: `track:${tile}`, box: around(trackAt(space), 60, 54) });
  position.piles.forEach(({ left }, index) => {
    if (left > 0) places.push({ id: `pile:${index + 1}`, box: around(pileAt(index), 54, 58) });
  });
  position.scoring_tiles.forEach((first, index) =>
    places.push({ id: `scoring:${first}`, box: around(looseScoringTileAt(index), 54, 54) }),
  );
  if (position.end_tiles.left > 0)
    places.push({ id: 'end-tiles', box: around([END_STACK[0], END_STACK[1]], 114, 66) });
  return places;
}

/** The box of a place in the log. The place may no longer exist. */
/** The smallest width or height of a target, in units of the map. */
export function smallestOf(places: readonly Place[]): number {
  return Math.min(TARGET, ...places.flatMap(({ box }) => [box.width, box.height]));
}

export function boxOf(places: readonly Place[], id: string): Box | null {
  if (id.startsWith('space:')) return around(trackAt(Number(id.slice(6))), 60, 54);
  return places.find((place) => place.id === id)?.box ?? null;
}

export function districtOf(id: string): District | null {
  const parts = id.replace(/^from:/, '').split(':');
  return ROUND.find((district) => parts.includes(district)) ?? null;
}

/** The next place in the direction of an arrow key. */
export function neighbour(places: readonly Place[], from: string, [dx, dy]: Point): string {
  const start = places.find(({ id }) => id === from);
  if (!start) return places[0]?.id ?? from;
  const [x, y] = middle(start.box);
  let best = from;
  let least = Infinity;
  for (const { id, box } of places) {
    const [px, py] = middle(box);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    const far = along + 2 * aside;
    if (along > 4 && aside < along * 2 && far < least) [best, least] = [id, far];
  }
  return best;
}
