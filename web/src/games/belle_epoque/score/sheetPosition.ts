/** A real table as a position that the map can draw. Properties without a key are empty. */
import { buildingType, components, LANDMARKS, VALUES } from '../components';
import { DISTRICTS, SEATS } from '../types';
import type { DistrictState, Keys, Position, Seat, SeatState } from '../types';
import { homesOf } from './tableText';
import type { RealBoard } from './tableText';

function counted(owners: readonly Seat[]): Keys {
  return Object.fromEntries(
    SEATS.map((seat) => [seat, owners.filter((owner) => owner === seat).length]).filter(
      ([, n]) => n,
    ),
  );
}

export function sheetPosition(board: RealBoard): Position {
  const districts = DISTRICTS.map((name): [string, DistrictState] => {
    const spaces = VALUES.map((value) => {
      const place = `${name}:${value}`;
      const owners = board.keys[place] ?? [];
      // The score does not depend on the type of the tile. The map shows the type printed for it.
      const built = owners.length
        ? { tile: place, type: buildingType(place) }
        : { tile: null, type: null };
      return [String(value), { ...built, token: null, keys: counted(owners) }] as const;
    });
    const landmarks = [...LANDMARKS.keys()].filter((value) => homesOf(board, value).includes(name));
    return [
      name,
      {
        income: components.districts.find((district) => district.name === name)?.income ?? 0,
        bank: [],
        scoring_tile: board.scoring[name] ?? null,
        spaces: Object.fromEntries(spaces),
        landmarks: Object.fromEntries(
          landmarks.map((value) => [String(value), counted(board.keys[`${name}:${value}`] ?? [])]),
        ),
      },
    ];
  });
  const seats = board.seats.map(({ seat, points, francs }): [Seat, SeatState] => [
    seat,
    {
      points,
      francs,
      tokens: null,
      from_tiles: null,
      hand: null,
      pool: 0,
      meeple: 0,
      bonus: { unused: null, unused_count: 0, used: [] },
      end_tiles: 0,
    },
  ]);
  return {
    ply: 0,
    to_move: null,
    phase: 'over',
    stage: 'final',
    first: 'orange',
    turns: 0,
    round: 0,
    waiting: null,
    piles: [],
    put_away: [],
    drawn: null,
    left_the_game: [],
    arc: [],
    districts: Object.fromEntries(districts) as Position['districts'],
    landmarks: [],
    scoring_tiles: [],
    supply: { wood: 0, marble: 0, gold: 0 },
    track: [],
    end_tiles: { left: 0, faces: null, taken: [], used: [], looks: {} },
    seats: Object.fromEntries(seats),
  };
}
