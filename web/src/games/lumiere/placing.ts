/**
 * Which legal placement comes first where a player points, and in which order the others follow.
 *
 * The first one is the best by a simple order: placements that spend no held power come before the
 * others; then the points decide that the server tells. Until it has told them, the points for light and
 * for the largest group decide, as the board draws them.
 */
import { largestGroup, reach } from './areas';
import { nameOf, onBoard, shape, sizeOf } from './geometry';
import type { Cell } from './geometry';
import { lampsOf, lightsOn } from './light';
import { cellsOfMove, spacesOfMove } from './moves';
import type { Move } from './moves';
import type { Position, Seat } from './types';
import { SIDES } from './types';

export type Point = readonly [x: number, y: number];
export type Worth = (move: Move) => number;

/** How the piece of a move is turned, in degrees. */
export function turnOf(move: Move): number {
  if ('turn' in move) return move.turn;
  return move.kind === 'statue' ? SIDES.indexOf(move.side) * 90 : 0;
}

/** The middle of the box around some spaces. */
export function middleOf(cells: readonly Cell[]): Point {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs) + 1) / 2, (Math.min(...ys) + Math.max(...ys) + 1) / 2];
}

function distance(move: Move, [x, y]: Point): number {
  const [mx, my] = middleOf(cellsOfMove(move));
  return Math.hypot(mx - x, my - y);
}

/** The held powers that a placement would spend: one for a streetlight, one for a rival's space. */
export function powersSpent(position: Position, seat: Seat, spaces: readonly string[]): string[] {
  const kinds = spaces.map((space) => position.spaces[space]?.kind);
  return [
    ...(kinds.includes('streetlight') ? ['metropolitain'] : []),
    ...(kinds.some((kind) => (kind === 'orange' || kind === 'blue') && kind !== seat)
      ? ['chartier']
      : []),
  ];
}

/** A held power counts more than any points. */
export const POWER = 1000;

/** What a building brings at its place, roughly: light, the largest group, powers that it spends. */
export function worthIn(position: Position, seat: Seat): Worth {
  const own = new Set(
    position.buildings
      .filter(({ owner }) => owner === seat)
      .flatMap(({ spaces, annex }) => (annex ? [...spaces, annex] : spaces)),
  );
  const before = largestGroup(position, seat).length;
  const known = new Map<string, number>();
  const count = (move: Move): number => {
    if (move.kind !== 'build' && move.kind !== 'garden') return 0;
    const spaces = spacesOfMove(move);
    const size = sizeOf(move.kind === 'build' ? move.building : 'garden');
    const light = size * lightsOn(spaces, lampsOf(position, spaces)).length;
    const laid = new Set(spaces);
    const group = reach(spaces[0] ?? '', (space) => own.has(space) || laid.has(space)).length;
    return light + Math.max(0, group - before) - POWER * powersSpent(position, seat, spaces).length;
  };
  return (move) => {
    const found = known.get(move.text) ?? count(move);
    known.set(move.text, found);
    return found;
  };
}

interface Wish {
  /** Where the player points. */
  point: Point;
  /** How the piece in hand is turned. */
  turn: number;
  /** Whether the player turned it. Then the turn and the exact point count more than the points. */
  byHand: boolean;
  worth: Worth;
}

/**
 * The placements that cover a space, in the order in which repeated touches show them. One
 * placement of each turn comes first, clockwise from the first; then the second of each turn.
 */
export function placementsOver(over: readonly Move[], wish: Wish): Move[] {
  const { point, turn, byHand, worth } = wish;
  const nearer = (a: Move, b: Move): number => distance(a, point) - distance(b, point);
  const better = (a: Move, b: Move): number => worth(b) - worth(a);
  const asTurned = (a: Move, b: Move): number =>
    Number(turnOf(b) === turn) - Number(turnOf(a) === turn);
  const order = byHand ? [asTurned, nearer, better] : [better, asTurned, nearer];
  const sorted = [...over].sort(
    (a, b) => order.map((by) => by(a, b)).find((result) => result !== 0) ?? 0,
  );
  const start = sorted[0] ? turnOf(sorted[0]) : 0;
  const turns = [0, 90, 180, 270].map((quarter) => {
    const wanted = (start + quarter) % 360;
    return sorted.filter((move) => turnOf(move) === wanted);
  });
  const rounds = Math.max(0, ...turns.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    turns.flatMap((same) => same[round] ?? []),
  ).flat();
}

/** A dragged piece does not jump to a place that is farther away, in spaces. */
const FAR = 3;
/** Turning the piece by itself counts as much as this distance. */
const TURNING = 0.6;

/** The legal placement that is nearest to a dragged piece; null if all are far away. */
export function nearestPlacement(
  moves: readonly Move[],
  { point, turn, worth }: Omit<Wish, 'byHand'>,
): Move | null {
  let found: Move | null = null;
  let least = FAR;
  for (const move of moves) {
    const away = distance(move, point) + (turnOf(move) === turn ? 0 : TURNING);
    if (away < least || (away === least && found && worth(move) > worth(found)))
      [found, least] = [move, away];
  }
  return found;
}

/**
 * The spaces under a piece that refuse it. A space that some legal move of the piece covers does not
 * refuse by itself; two spaces that need the same held power refuse each other.
 */
export function refusingCells(
  cells: readonly Cell[],
  position: Position,
  seat: Seat | null,
  may: ReadonlySet<string>,
): Cell[] {
  const kindOf = (cell: Cell): string | null | undefined => position.spaces[nameOf(cell)]?.kind;
  const needsPower = (cell: Cell): boolean => {
    const kind = kindOf(cell);
    return kind === 'streetlight' || ((kind === 'orange' || kind === 'blue') && kind !== seat);
  };
  const alike = (cell: Cell): number =>
    cells.filter((other) => needsPower(other) && kindOf(other) === kindOf(cell)).length;
  return cells.filter((cell) => {
    const space = position.spaces[nameOf(cell)];
    if (!space || space.piece !== null) return true;
    return needsPower(cell) && (!may.has(nameOf(cell)) || alike(cell) > 1);
  });
}

/**
 * The cells of a building that covers the space at a point, as near to the point as it can. Only
 * where the building covers this space nowhere on the board, it leaves the board.
 */
export function cellsOver(name: string, turn: number, [x, y]: Point): Cell[] {
  const shifted = shape(name, turn).map(([dx, dy]) =>
    shape(name, turn).map(([cx, cy]): Cell => [Math.floor(x) - dx + cx, Math.floor(y) - dy + cy]),
  );
  const inside = shifted.filter((cells) => cells.every(onBoard));
  const away = (cells: readonly Cell[]): number => {
    const [mx, my] = middleOf(cells);
    return Math.hypot(mx - x, my - y);
  };
  return (inside.length ? inside : shifted).sort((a, b) => away(a) - away(b))[0] ?? [];
}
