/** The server's list of legal moves, grouped by the piece that they need. */
import { nameOf } from './geometry';
import { cardOf, cellsOfMove, parseMove } from './moves';
import type { Move } from './moves';

/** What a player has picked: a piece for the board, a building of the pool, or a postcard. */
export type Picked =
  | { kind: 'tile'; tile: number }
  | { kind: 'building'; building: string }
  | { kind: 'take'; building: string }
  | { kind: 'card'; card: string };

export interface Offers {
  all: readonly Move[];
  tiles: ReadonlySet<number>;
  takes: ReadonlyMap<string, Move>;
  buildings: ReadonlySet<string>;
  cards: ReadonlySet<string>;
  pass: Move | null;
}

export function offersOf(legal: readonly string[]): Offers {
  const all = legal.map(parseMove);
  return {
    all,
    tiles: new Set(all.flatMap((move) => (move.kind === 'lay' ? [move.tile] : []))),
    takes: new Map(
      all.flatMap((move) => (move.kind === 'take' ? [[move.building, move] as const] : [])),
    ),
    buildings: new Set(all.flatMap((move) => (move.kind === 'build' ? [move.building] : []))),
    cards: new Set(all.flatMap((move) => cardOf(move) ?? [])),
    pass: all.find((move) => move.kind === 'pass') ?? null,
  };
}

export function movesOf(picked: Picked, offers: Offers): Move[] {
  return offers.all.filter((move) =>
    picked.kind === 'tile'
      ? move.kind === 'lay' && move.tile === picked.tile
      : picked.kind === 'building'
        ? move.kind === 'build' && move.building === picked.building
        : picked.kind === 'take'
          ? move.kind === 'take' && move.building === picked.building
          : cardOf(move) === picked.card,
  );
}

/** Every space that one of the moves touches. */
export function reachOf(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.flatMap((move) => cellsOfMove(move).map(nameOf)));
}

/** Whether the picked piece needs a place on the board. */
export function needsPlace(picked: Picked, moves: readonly Move[]): boolean {
  return (
    picked.kind === 'tile' ||
    picked.kind === 'building' ||
    moves.some((move) => cellsOfMove(move).length > 0)
  );
}
