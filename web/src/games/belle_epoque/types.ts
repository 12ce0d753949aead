/** The types of the Belle Époque. Those of a position come from the server's model (`position.ts`). */
import type { Json } from '$/lib/protocol';
import { isPosition } from './position';
import type { Position, Space as SomeSpace } from './position';

export type { DistrictState, EndTiles, Position, SeatState, Space } from './position';

export const SEATS = ['orange', 'blue', 'absinthe', 'peony'] as const;
export type Seat = keyof Position['seats'];

export const DISTRICTS = [
  'montmartre',
  'la-villette',
  'saint-germain',
  'belleville',
  'batignolles',
  'chaillot',
] as const;
export type District = keyof Position['districts'];

export const RESOURCES = ['wood', 'marble', 'gold'] as const;
export const MEDALS = ['bronze-medal', 'silver-medal', 'gold-medal'] as const;
export type Resource = keyof Position['supply'];
export type Kind = NonNullable<SomeSpace['token']>;
export type Medal = Exclude<Kind, Resource>;
export const KINDS: readonly Kind[] = [...RESOURCES, ...MEDALS];

export type BuildingType = NonNullable<SomeSpace['type']>;
export type Keys = SomeSpace['keys'];
export type Phase = Position['phase'];

/** The server's JSON as a position of this game. Pages ask `reads` before. */
export function positionOf(value: Json): Position {
  if (!isPosition(value)) throw new TypeError('no position of belle_epoque');
  return value;
}

/** The owner of each key on a place. Two keys of one seat are two entries. */
export function eachKey(keys: Keys): Seat[] {
  return SEATS.flatMap((seat) => Array.from({ length: keys[seat] ?? 0 }, () => seat));
}
