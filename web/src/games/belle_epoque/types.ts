/** The position of Paris of the Belle Époque as the server describes it. */

export const SEATS = ['orange', 'blue', 'absinthe', 'peony'] as const;
export type Seat = (typeof SEATS)[number];

export const DISTRICTS = [
  'montmartre',
  'la-villette',
  'saint-germain',
  'belleville',
  'batignolles',
  'chaillot',
] as const;
export type District = (typeof DISTRICTS)[number];

export const RESOURCES = ['wood', 'marble', 'gold'] as const;
export const MEDALS = ['bronze-medal', 'silver-medal', 'gold-medal'] as const;
export type Resource = (typeof RESOURCES)[number];
export type Medal = (typeof MEDALS)[number];
export type Kind = Resource | Medal;
export const KINDS: readonly Kind[] = [...RESOURCES, ...MEDALS];

export type BuildingType = 'cafe' | 'bakery' | 'restaurant' | 'hotel' | 'theatre' | 'residence';
export type Keys = Partial<Record<Seat, number>>;
export type Phase =
  'draw' | 'place' | 'act' | 'choose' | 'bonus' | 'prestige' | 'scoring' | 'end' | 'over';

export interface Space {
  /** The tile by its printed home, for example `montmartre:5`. */
  tile: string | null;
  type: BuildingType | null;
  token: Kind | null;
  keys: Keys;
}

export interface DistrictState {
  income: number;
  bank: Seat[];
  /** The first points of the scoring tile that lies here. */
  scoring_tile: number | null;
  spaces: Record<string, Space>;
  landmarks: Record<string, Keys>;
}

export interface SeatState {
  points: number;
  /** Null where another's screen stands. */
  francs: number | null;
  tokens: Record<Kind, number> | null;
  from_tiles: Record<Kind, number> | null;
  hand: number | null;
  pool: number;
  meeple: number;
  bonus: { unused: number[] | null; unused_count: number; used: number[] };
  end_tiles: number;
}

export interface EndTiles {
  left: number;
  /** What is left to choose from, for who looks at them now. */
  faces: string[] | null;
  taken: { by: Seat; face: string | null; used: boolean | null }[];
  used: { by: Seat; face: string | null }[];
}

export interface Position {
  ply: number;
  to_move: Seat | null;
  phase: Phase;
  stage: 'open' | 'last-round' | 'final';
  first: Seat;
  turns: number;
  round: number;
  waiting: { district: District; value: number; scoring: boolean } | null;
  piles: { left: number; back: District | null; tiles: (string | null)[] | null }[];
  drawn: string | null;
  left_the_game: string[];
  arc: Seat[];
  districts: Record<District, DistrictState>;
  landmarks: number[];
  scoring_tiles: number[];
  supply: Record<Resource, number>;
  track: { space: number; tile: number; left: number }[];
  end_tiles: EndTiles;
  seats: Partial<Record<Seat, SeatState>>;
}

/** A place with its owner's keys spread out: two keys of one seat are two entries. */
export function eachKey(keys: Keys): Seat[] {
  return SEATS.flatMap((seat) => Array.from({ length: keys[seat] ?? 0 }, () => seat));
}
