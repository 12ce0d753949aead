/**
 * The figures of the pieces, read from the game's component files. A table goes on with the pieces
 * with which it began, so `components` and the values made of it change with the table.
 */
import file from '../../../../src/lutetia/games/belle_epoque/rules/components.toml';
import type { Json } from '$/lib/protocol';
import { piecesOf } from '../earlier';
import type { BuildingType, District, Kind, Medal, Resource } from './types';

export type Source = 'rulebook' | 'public' | 'reconstruction' | 'calibrated' | 'box';

export interface LandmarkPiece {
  name: string;
  value: number;
  cost: Partial<Record<Resource, number>>;
  prestige: Medal;
  points: number;
  from: Record<string, Source>;
}

export interface BonusPiece {
  tile: number;
  zone: 'A' | 'B' | 'C';
  second_copy_from?: number;
  francs?: number;
  points?: number;
  token?: Resource;
  building?: number;
  amount?: number;
  price?: number;
  back?: number;
  points_by_players?: Record<string, number>;
  points_by_types?: Record<string, number>;
  from: Record<string, Source>;
}

export interface Components {
  board: {
    values: number[];
    residence_wood: number;
    meeple_price: Record<string, number>;
    points: Record<string, number>;
    keys_for_scoring_tile: number;
    most_prestige_discarded: number;
    from: Record<string, Source>;
  };
  start: {
    francs: number;
    keys: Record<string, number>;
    pool: number;
    put_away: number;
    from: Record<string, Source>;
  };
  prices: {
    buy: Record<Resource, number>;
    sell: Record<Kind, number>;
    from: Record<string, Source>;
  };
  districts: {
    name: District;
    income: number;
    buildings: BuildingType[];
    tokens: Kind[];
    from: Record<string, Source>;
  }[];
  landmarks: LandmarkPiece[];
  scoring_tiles: { points: number[]; from: Source[] }[];
  bonus_tiles: BonusPiece[];
  end_tiles: { gives: string; amount: number; copies: number; from: Record<string, Source> }[];
}

const EARLIER = import.meta.glob<{ default: Components }>(
  '../../../../src/lutetia/games/belle_epoque/rules/earlier/*.toml',
);

/** The components of new games. */
export const current = file as Components;
export let components: Components;
export let VALUES: readonly number[];
export let BONUS: ReadonlyMap<number, BonusPiece>;
export let LANDMARKS: ReadonlyMap<number, LandmarkPiece>;
take(current);

function take(pieces: Components): void {
  components = pieces;
  VALUES = pieces.board.values;
  BONUS = new Map(pieces.bonus_tiles.map((piece) => [piece.tile, piece]));
  LANDMARKS = new Map(pieces.landmarks.map((piece) => [piece.value, piece]));
}

/** Loads the components of a table or record. Without a digest: those of new games. */
export async function useComponents(digest: string | null, own: Json | null): Promise<void> {
  take(await piecesOf(digest, own, current, EARLIER));
}

/** The points of a scoring tile for first, second and third. The first figure is its name. */
export function scoringPoints(first: number): readonly number[] {
  return components.scoring_tiles.find(({ points }) => points[0] === first)?.points ?? [first];
}

export function buildingType(tile: string): BuildingType | null {
  const [district, value] = tile.split(':');
  const found = components.districts.find(({ name }) => name === district);
  return found?.buildings[VALUES.indexOf(Number(value))] ?? null;
}

/** The drawing of a landmark, by its value. */
const PICTURES = [
  'tuileries',
  'moulin',
  'grandpalais',
  'opera',
  'louvre',
  'notredame',
  'sacrecoeur',
  'eiffel',
];
export function landmarkPicture(value: number): string {
  return `l-${PICTURES[components.landmarks.findIndex((piece) => piece.value === value)] ?? 'louvre'}`;
}

/** The drawing of a token. */
export function tokenPicture(kind: string): string {
  return kind.endsWith('-medal') ? `m-${kind.slice(0, -'-medal'.length)}` : kind;
}
