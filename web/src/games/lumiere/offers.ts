/** The server's list of legal moves, sorted by what a player can pick up. */
import { cellOf, nameOf } from './geometry';
import { cardOf, cellsOfMove, parseMove } from './moves';
import type { Move } from './moves';

/** Something a player holds over the board, or has chosen to do. */
export type Grip =
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

export function movesOf(grip: Grip, offers: Offers): Move[] {
  return offers.all.filter((move) =>
    grip.kind === 'tile'
      ? move.kind === 'lay' && move.tile === grip.tile
      : grip.kind === 'building'
        ? move.kind === 'build' && move.building === grip.building
        : grip.kind === 'take'
          ? move.kind === 'take' && move.building === grip.building
          : cardOf(move) === grip.card,
  );
}

/** Every space that some legal move of the grip touches. */
export function reachOf(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(moves.flatMap((move) => cellsOfMove(move).map(nameOf)));
}

/** Whether the grip is placed on the board, as against a choice that needs no place. */
export function isPlaced(grip: Grip, moves: readonly Move[]): boolean {
  return (
    grip.kind === 'tile' ||
    grip.kind === 'building' ||
    moves.some((move) => cellsOfMove(move).length > 0)
  );
}

/** The legal moves of one space that differ only in what else is chosen: side or host. */
export function choicesAt(moves: readonly Move[], at: string): Move[] {
  const [x, y] = cellOf(at);
  return moves.filter((move) => {
    const [first] = cellsOfMove(move);
    return (
      (move.kind === 'statue' || move.kind === 'annex' || move.kind === 'piece') &&
      first?.[0] === x &&
      first[1] === y
    );
  });
}
