/** The sum of each seat in each district. The server says what the sums score. */
import type { Score } from '$/lib/protocol';
import type { Chair } from '../plugin';
import { DISTRICTS, eachKey } from './types';
import type { District, Position, Seat } from './types';

export interface Standing {
  seat: Seat;
  sum: number;
  /** The points that the scoring tile would give now; null without a scoring tile. */
  points: number | null;
}

export function worth(position: Position, district: District, seat: Seat): number {
  const { spaces, landmarks } = position.districts[district];
  const own = (keys: Partial<Record<Seat, number>>): number => keys[seat] ?? 0;
  const built = Object.entries(spaces).reduce(
    (sum, [value, { keys }]) => sum + Number(value) * own(keys),
    0,
  );
  return Object.entries(landmarks).reduce(
    (sum, [value, keys]) => sum + Number(value) * own(keys),
    built,
  );
}

/** The seats with something in a district, the highest sum first. */
export function standings(
  position: Position,
  district: District,
  scores: readonly Score[],
): Standing[] {
  const seats = Object.keys(position.seats) as Seat[];
  const tile = position.districts[district].scoring_tile;
  return seats
    .map((seat, index) => ({
      seat,
      sum: worth(position, district, seat),
      points: tile === null ? null : (scores[index]?.lines[district] ?? 0),
    }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum || (b.points ?? 0) - (a.points ?? 0));
}

export function keysOnBoard(position: Position, seat: Seat): number {
  const inDistricts = DISTRICTS.flatMap((name) => {
    const { bank, spaces, landmarks } = position.districts[name];
    return [
      ...bank,
      ...Object.values(spaces).flatMap(({ keys }) => eachKey(keys)),
      ...Object.values(landmarks).flatMap(eachKey),
    ];
  });
  return [...position.arc, ...inDistricts].filter((owner) => owner === seat).length;
}

/** The number of keys in a district without its bank. The fourth brings a scoring tile, or an earlier one with a house rule. */
export function keysIn(position: Position, district: District): number {
  const { spaces, landmarks } = position.districts[district];
  return [
    ...Object.values(spaces).flatMap(({ keys }) => eachKey(keys)),
    ...Object.values(landmarks).flatMap(eachKey),
  ].length;
}

export function namesBySeat(chairs: readonly Chair[]): Partial<Record<Seat, string>> {
  return Object.fromEntries(chairs.map(({ livery, title }) => [livery, title]));
}
