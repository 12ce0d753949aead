/**
 * Makes the SVG paths of a building from its cells. There are no rules and no colours here.
 * One space is 100 units.
 */
import type { Cell } from './geometry';

export const UNIT = 100;
/** The height of the wall on the south side. */
const WALL = 24;

type Side = 'n' | 'e' | 's' | 'w';
type Insets = Readonly<Record<Side, number>>;
type Point = readonly [number, number];
interface Edge {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  side: Side;
}

const SHADOW: Insets = { n: 4, e: 2, s: 2, w: 4 };
const FOOT: Insets = { n: 7, e: 7, s: 7, w: 7 };
const EAVES: Insets = { n: 7, e: 7, s: 7 + WALL, w: 7 };
const TOP: Insets = { n: 19, e: 21, s: 7 + WALL + 21, w: 21 };

const short = (n: number): number => Number(n.toFixed(1));
const key = (x: number, y: number): string => `${x},${y}`;

function edgesOf(cells: readonly Cell[]): Map<string, Edge[]> {
  const has = new Set(cells.map(([x, y]) => key(x, y)));
  const from = new Map<string, Edge[]>();
  const put = (x1: number, y1: number, x2: number, y2: number, side: Side): void => {
    const list = from.get(key(x1, y1)) ?? [];
    list.push({ x1, y1, x2, y2, side });
    from.set(key(x1, y1), list);
  };
  for (const [x, y] of cells) {
    // clockwise: the building is on the right of each edge
    if (!has.has(key(x, y - 1))) put(x, y, x + 1, y, 'n');
    if (!has.has(key(x + 1, y))) put(x + 1, y, x + 1, y + 1, 'e');
    if (!has.has(key(x, y + 1))) put(x + 1, y + 1, x, y + 1, 's');
    if (!has.has(key(x - 1, y))) put(x, y + 1, x, y, 'w');
  }
  return from;
}

function loopFrom(first: Edge, from: Map<string, Edge[]>): Edge[] {
  const loop: Edge[] = [];
  let edge: Edge | undefined = first;
  while (edge) {
    const at = key(edge.x1, edge.y1);
    const list: Edge[] = from.get(at) ?? [];
    if (!list.includes(edge)) break;
    list.splice(list.indexOf(edge), 1);
    if (!list.length) from.delete(at);
    loop.push(edge);
    const out: Edge[] = from.get(key(edge.x2, edge.y2)) ?? [];
    const { side }: Edge = edge;
    edge = out.find((next) => next.side !== side) ?? out[0];
  }
  return loop;
}

function merged(loop: readonly Edge[]): Edge[] {
  const found: Edge[] = [];
  for (const edge of loop) {
    const last = found.at(-1);
    if (last?.side === edge.side) [last.x2, last.y2] = [edge.x2, edge.y2];
    else found.push({ ...edge });
  }
  const [first, last] = [found[0], found.at(-1)];
  if (first && last && found.length > 1 && first.side === last.side) {
    found.pop();
    [first.x1, first.y1] = [last.x1, last.y1];
  }
  return found;
}

/** The outline of a set of cells: loops of edges. Each edge knows the side that it faces. */
export function outline(cells: readonly Cell[]): Edge[][] {
  const from = edgesOf(cells);
  const loops: Edge[][] = [];
  while (from.size) {
    const first = [...from.values()][0]?.[0];
    if (!first) break;
    loops.push(merged(loopFrom(first, from)));
  }
  return loops;
}

const vertical = (side: Side): boolean => side === 'e' || side === 'w';

/** The corners of a loop after each edge has moved inwards by the inset of its side. */
export function inset(loop: readonly Edge[], by: Insets): Point[] {
  const at = ({ side, x1, y1 }: Edge): number =>
    side === 'n'
      ? y1 * UNIT + by.n
      : side === 's'
        ? y1 * UNIT - by.s
        : side === 'w'
          ? x1 * UNIT + by.w
          : x1 * UNIT - by.e;
  return loop.map((edge, i): Point => {
    const before = loop[(i + loop.length - 1) % loop.length] ?? edge;
    return vertical(edge.side) ? [at(edge), at(before)] : [at(before), at(edge)];
  });
}

/** A closed path with rounded corners. */
export function rounded(points: readonly Point[], radius: number): string {
  const n = points.length;
  const path = points.map((corner, i) => {
    const [before, after] = [points[(i + n - 1) % n] ?? corner, points[(i + 1) % n] ?? corner];
    const towards = (to: Point): Point => {
      const length = Math.hypot(to[0] - corner[0], to[1] - corner[1]) || 1;
      const cut = Math.min(radius, length / 2) / length;
      return [corner[0] + (to[0] - corner[0]) * cut, corner[1] + (to[1] - corner[1]) * cut];
    };
    const text = (p: Point): string => `${short(p[0])} ${short(p[1])}`;
    return `${i ? 'L' : 'M'}${text(towards(before))}Q${text(corner)} ${text(towards(after))}`;
  });
  return `${path.join('')}Z`;
}

/** The outline of some cells as one path, moved inwards or (below zero) outwards. */
export function pathAround(cells: readonly Cell[], by: number, radius: number): string {
  const insets: Insets = { n: by, e: by, s: by, w: by };
  return outline(cells)
    .map((loop) => rounded(inset(loop, insets), radius))
    .join('');
}

interface Run {
  x: number;
  y: number;
  width: number;
}

/** The south sides of a building, as horizontal runs. */
function runs(loops: readonly Edge[][], by: Insets): Run[] {
  return loops.flatMap((loop) => {
    const points = inset(loop, by);
    return loop.flatMap((edge, i): Run[] => {
      const [right, left] = [points[i], points[(i + 1) % loop.length]];
      return edge.side === 's' && right && left
        ? [{ x: left[0], y: right[1], width: right[0] - left[0] }]
        : [];
    });
  });
}

/** Spreads windows evenly along a whole run, so that no seam between spaces is seen. */
function spread(x: number, width: number, pitch: number): number[] {
  const n = Math.max(1, Math.round(width / pitch));
  return Array.from({ length: n }, (_, i) => x + ((i + 0.5) * width) / n);
}

/** The cell with the chimney: the cell with the most neighbours, nearest to the middle. */
export function chimneyCell(cells: readonly Cell[]): Cell {
  const mean = (i: 0 | 1): number => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length;
  const middle = [mean(0), mean(1)] as const;
  const near = (c: Cell): number =>
    cells.filter((d) => Math.abs(c[0] - d[0]) + Math.abs(c[1] - d[1]) === 1).length;
  const far = (c: Cell): number => Math.hypot(c[0] - middle[0], c[1] - middle[1]);
  return [...cells].sort((a, b) => near(b) - near(a) || far(a) - far(b))[0] ?? [0, 0];
}

export interface BuildingPaths {
  shadow: string;
  wall: string;
  eaves: string;
  top: string;
  fronts: { windows: string; balcony: string }[];
  slopes: { side: Side; d: string }[];
  dormers: { roof: string; panes: string }[];
}

export function buildingPaths(cells: readonly Cell[]): BuildingPaths {
  const loops = outline(cells);
  const path = (by: Insets, radius: number): string =>
    loops.map((loop) => rounded(inset(loop, by), radius)).join('');
  const fronts = runs(loops, FOOT).map(({ x, y, width }) => ({
    windows: spread(x, width, 22)
      .map((at) => `M${short(at - 4.5)} ${short(y - 4)}v-11a4.5 4.5 0 0 1 9 0v11Z`)
      .join(''),
    balcony: `M${short(x + 4)} ${short(y - 3.4)}h${short(width - 8)}`,
  }));
  const slopes = loops.flatMap((loop) => {
    const [low, high] = [inset(loop, EAVES), inset(loop, TOP)];
    return loop.map(({ side }, i) => {
      const j = (i + 1) % loop.length;
      const corners = [low[i], low[j], high[j], high[i]].map(
        (p) => `${short(p?.[0] ?? 0)} ${short(p?.[1] ?? 0)}`,
      );
      return { side, d: `M${corners.join('L')}Z` };
    });
  });
  const dormers = runs(loops, EAVES).map(({ x, y, width }) => {
    const places = spread(x + 8, width - 16, 40);
    return {
      roof: places.map((at) => `M${short(at - 8)} ${short(y - 2)}v-10l8-6l8 6v10Z`).join(''),
      panes: places
        .map((at) => `M${short(at - 3.5)} ${short(y - 2)}v-7.5a3.5 3.5 0 0 1 7 0v7.5Z`)
        .join(''),
    };
  });
  return {
    shadow: path(SHADOW, 9),
    wall: path(FOOT, 5),
    eaves: path(EAVES, 5),
    top: path(TOP, 2),
    fronts,
    slopes,
    dormers,
  };
}
