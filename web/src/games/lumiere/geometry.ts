/**
 * Spaces, shapes and turns. Shapes and tiles come from the component file with which the table began.
 * On the screen x grows to the right from file a, and y downwards from row 8.
 */
import file from '../../../../src/lutetia/games/lumiere/rules/components.toml';
import type { Json } from '$/lib/protocol';
import { piecesOf } from '../earlier';
import type { Kind, Seat } from './types';

export type Cell = readonly [x: number, y: number];

interface Components {
  tiles: { set: [string, string][] };
  buildings: Record<string, string[]>;
  'large-streetlight': { pattern: string[] };
}
const EARLIER = import.meta.glob<{ default: Components }>(
  '../../../../src/lutetia/games/lumiere/rules/earlier/*.toml',
);
const current = file as Components;

export const FILES = 'abcdefgh';
export const SIZE = 8;

export function nameOf([x, y]: Cell): string {
  return `${FILES[x]}${SIZE - y}`;
}

export function cellOf(name: string): Cell {
  return [FILES.indexOf(name[0] ?? ''), SIZE - Number(name[1])];
}

export function onBoard([x, y]: Cell): boolean {
  return x >= 0 && x < SIZE && y >= 0 && y < SIZE;
}

export const ALL_SPACES: readonly string[] = Array.from({ length: SIZE * SIZE }, (_, i) =>
  nameOf([i % SIZE, Math.floor(i / SIZE)]),
);

/** A square has the name of its lower left space: a1, c1, … g7. */
export const ALL_SQUARES: readonly string[] = ALL_SPACES.filter((name) => {
  const [x, y] = cellOf(name);
  return x % 2 === 0 && y % 2 === 1;
});

export function squareAt(cell: Cell): string {
  return nameOf([cell[0] - (cell[0] % 2), cell[1] - (cell[1] % 2) + 1]);
}

/** The four spaces of a square in the order of a tile: top left, top right, bottom left, right. */
export function spacesOfSquare(square: string): readonly [Cell, Cell, Cell, Cell] {
  const [x, y] = cellOf(square);
  return [
    [x, y - 1],
    [x + 1, y - 1],
    [x, y],
    [x + 1, y],
  ];
}

function cellsOf(rows: readonly string[]): Cell[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((sign, x): Cell[] => (sign === '#' ? [[x, y]] : [])),
  );
}

const byRow = (a: Cell, b: Cell): number => a[1] - b[1] || a[0] - b[0];

/** A quarter turn clockwise, moved back to the corner. */
function turned(cells: readonly Cell[]): Cell[] {
  const height = Math.max(...cells.map(([, y]) => y));
  return cells.map(([x, y]): Cell => [height - y, x]).sort(byRow);
}

const GARDEN = 'garden';
type Shapes = Readonly<Record<string, readonly (readonly Cell[])[]>>;

function shapesOf(pieces: Components): Shapes {
  return Object.fromEntries(
    [...Object.entries(pieces.buildings), [GARDEN, ['##']] as const]
      .filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
      .map(([name, rows]) => {
        const turns = [cellsOf(rows).sort(byRow)];
        while (turns.length < 4) turns.push(turned(turns.at(-1) ?? []));
        return [name, turns];
      }),
  );
}

let tiles = current.tiles.set;
let shapes = shapesOf(current);
/** The spaces that the large streetlight may reach, relative to itself. */
export let LARGE_PATTERN = patternOf(current);

function patternOf(pieces: Components): readonly Cell[] {
  return pieces['large-streetlight'].pattern.flatMap((row, y) =>
    [...row].flatMap((sign, x): Cell[] => (sign === '*' ? [[x - 2, y - 2]] : [])),
  );
}

/** Loads the components of a table or record. Without a digest: those of new games. */
export async function useComponents(digest: string | null, own: Json | null): Promise<void> {
  const pieces = await piecesOf(digest, own, current, EARLIER);
  [tiles, shapes, LARGE_PATTERN] = [pieces.tiles.set, shapesOf(pieces), patternOf(pieces)];
}

export const BUILDINGS: readonly string[] = Object.keys(shapes).filter((name) => name !== GARDEN);

/** The cells of a building turned by 0, 90, 180 or 270 degrees, from the corner of its box. */
export function shape(name: string, turn: number): readonly Cell[] {
  return shapes[name]?.[turn / 90] ?? [[0, 0]];
}

export function sizeOf(name: string): number {
  return shape(name, 0).length;
}

const same = (a: readonly Cell[], b: readonly Cell[]): boolean =>
  a.every(([x, y], i) => x === b[i]?.[0] && y === b[i]?.[1]);

/** The smallest turn that looks the same. The notation uses only this turn. */
export function plainTurn(name: string, turn: number): number {
  return [0, 90, 180, 270].find((other) => same(shape(name, other), shape(name, turn))) ?? turn;
}

export function boxOf(cells: readonly Cell[]): { width: number; height: number } {
  return {
    width: 1 + Math.max(...cells.map(([x]) => x)),
    height: 1 + Math.max(...cells.map(([, y]) => y)),
  };
}

/** The cells of a building. `anchor` is the lower left space of its box (docs/notation.md). */
export function cellsAt(name: string, anchor: string, turn: number): Cell[] {
  const cells = shape(name, turn);
  const [left, bottom] = cellOf(anchor);
  const top = bottom - boxOf(cells).height + 1;
  return cells.map(([x, y]): Cell => [left + x, top + y]);
}

const KIND_OF: Record<string, (owner: Seat) => Kind> = {
  o: (owner) => owner,
  r: (owner) => (owner === 'orange' ? 'blue' : 'orange'),
  m: () => 'mixed',
  L: () => 'streetlight',
};

/** The kinds of a tile's spaces, top left, top right, bottom left, bottom right. */
export function tileKinds(owner: Seat, tile: number, turn: number): readonly Kind[] {
  const rows = tiles[tile - 1] ?? ['oo', 'oo'];
  let [a, b, c, d] = [...rows.join('')] as [string, string, string, string];
  for (let i = 0; i < turn / 90; i++) [a, b, c, d] = [c, a, d, b];
  return [a, b, c, d].map((sign) => (KIND_OF[sign] ?? KIND_OF['m']!)(owner));
}

export const NEXT: readonly Cell[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

export function beside([x, y]: Cell): Cell[] {
  return NEXT.map(([dx, dy]): Cell => [x + dx, y + dy]).filter(onBoard);
}
