/** The types of La Cité. Those of a position come from the server's model (`position.ts`). */
import type { Json } from '$/lib/protocol';
import { isPosition } from './position';
import type { Position, Space as SomeSpace } from './position';

export type { Building, Piece, Position, Postcard, Space } from './position';

export type Seat = keyof Position['reserves'];
export const SEATS: readonly Seat[] = ['orange', 'blue'];

export type Kind = SomeSpace['kind'];
export type PieceName = keyof Position['pieces'];

export const SIDES = ['north', 'east', 'south', 'west'] as const;
export type Side = (typeof SIDES)[number];

/** The server's JSON as a position of this game. Pages ask `reads` before. */
export function positionOf(value: Json): Position {
  if (!isPosition(value)) throw new TypeError('no position of lumiere');
  return value;
}
