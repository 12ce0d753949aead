/** A real table as the small text that the server scores (docs/notation-belle-epoque.md). */
import { BONUS } from '../components';
import { DISTRICTS } from '../types';
import type { District, Seat } from '../types';

export interface RealSeat {
  seat: Seat;
  points: number;
  francs: number;
}

export interface RealBoard {
  seats: readonly RealSeat[];
  /** Who has bonus tile 27; with more players it may be there twice. */
  tile27: readonly Seat[];
  /** First points of the scoring tile on each district. */
  scoring: Partial<Record<District, number>>;
  /** Keys by place, as `chaillot:8`: one entry a key. */
  keys: Readonly<Record<string, readonly Seat[]>>;
}

export function emptyBoard(seats: readonly Seat[]): RealBoard {
  return {
    seats: seats.map((seat) => ({ seat, points: 0, francs: 0 })),
    tile27: [],
    scoring: {},
    keys: {},
  };
}

/** The board with more or fewer players. What belongs to players who stay is kept. */
export function withSeats(board: RealBoard, seats: readonly Seat[]): RealBoard {
  const keys = Object.entries(board.keys).map(([place, owners]) => [
    place,
    owners.filter((owner) => seats.includes(owner)),
  ]);
  return {
    ...board,
    seats: emptyBoard(seats).seats.map(
      (empty) => board.seats.find(({ seat }) => seat === empty.seat) ?? empty,
    ),
    tile27: owners27(
      board.tile27.filter((owner) => seats.includes(owner)),
      seats.length,
    ),
    keys: Object.fromEntries(keys) as RealBoard['keys'],
  };
}

export function tableText({ seats, tile27, scoring, keys }: RealBoard): string {
  const lines = ['game belle_epoque', `players ${seats.map(({ seat }) => seat).join(' ')}`];
  lines.push('points', ...seats.map(({ seat, points }) => `${seat} ${points}`));
  lines.push('francs', ...seats.map(({ seat, francs }) => `${seat} ${francs}`));
  if (tile27.length) lines.push('tile-27', ...tile27);
  const laid = DISTRICTS.filter((district) => scoring[district] !== undefined);
  if (laid.length)
    lines.push('scoring', ...laid.map((district) => `${district} ${scoring[district]}`));
  const owned = seats.flatMap(({ seat }) =>
    DISTRICTS.flatMap((district) => {
      const values = Object.entries(keys).flatMap(([place, owners]) => {
        const [where, value = ''] = place.split(':');
        return where === district ? owners.filter((owner) => owner === seat).map(() => value) : [];
      });
      return values.length ? [`${seat} ${district} ${values.join(' ')}`] : [];
    }),
  );
  if (owned.length) lines.push('properties', ...owned);
  return `${lines.join('\n')}\n`;
}

/** The last of these owners of tile 27, no more than there are tiles for so many players. */
function owners27(owners: readonly Seat[], players: number): readonly Seat[] {
  const second = BONUS.get(27)?.second_copy_from ?? Infinity;
  return owners.slice(players >= second ? -2 : -1);
}

/** The board where a player has bonus tile 27, or has it no more. */
export function with27(board: RealBoard, seat: Seat, has: boolean): RealBoard {
  const others = board.tile27.filter((owner) => owner !== seat);
  return {
    ...board,
    tile27: owners27(has ? [...others, seat] : others, board.seats.length),
  };
}

/** The board after a tap with a key: one, two (bonus tile 9 allows it), none again. */
export function tapped(board: RealBoard, place: string, seat: Seat): RealBoard {
  const owners = board.keys[place] ?? [];
  const without = owners.filter((owner) => owner !== seat);
  const next = owners.length - without.length < 2 ? [...owners, seat] : without;
  return { ...board, keys: { ...board.keys, [place]: next } };
}

/** The districts in which a landmark stands: one at a real table, and none while nobody has a key on it. */
export function homesOf({ keys }: RealBoard, value: number): District[] {
  return DISTRICTS.filter((district) => keys[`${district}:${value}`]?.length);
}

/** A landmark with somebody's key laid in a district; from another it moves with its keys. */
export function withLandmark(
  board: RealBoard,
  district: District,
  value: number,
  seat: Seat,
): RealBoard {
  const homes = homesOf(board, value);
  const owners = homes.flatMap((home) => board.keys[`${home}:${value}`] ?? []);
  const cleared = Object.fromEntries(homes.map((home) => [`${home}:${value}`, []]));
  return {
    ...board,
    keys: { ...board.keys, ...cleared, [`${district}:${value}`]: owners.length ? owners : [seat] },
  };
}

/** Puts a scoring tile on a district; null takes it away. Each scoring tile exists once. */
export function withScoring(board: RealBoard, district: District, first: number | null): RealBoard {
  const rest = Object.entries(board.scoring).filter(
    ([where, tile]) => where !== district && tile !== first,
  );
  const scoring: RealBoard['scoring'] = Object.fromEntries(rest);
  if (first !== null) scoring[district] = first;
  return { ...board, scoring };
}
