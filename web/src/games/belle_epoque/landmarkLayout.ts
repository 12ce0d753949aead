/**
 * Where landmarks stand in the outer band of a district, between the scoring tile and the sums and
 * below the district's name. A few stand in a row; more (all eight may come to one district, B5.3)
 * are drawn small, in two rows, or in two columns where the band slants.
 */
import { angleOf, CENTRE, polar, startSide, WIDER } from './geometry';
import type { Point } from './geometry';
import type { District } from './types';

export interface LandmarkSpot {
  at: Point;
  /** The scale of the picture. Null if there is no room for pictures: only number and keys are drawn. */
  scale: number | null;
}

const FEW = 3;
/** Units of one small landmark with the space around it. */
export const CELL = { width: 39, height: 32 } as const;
const COLUMNS = 4;
const BAND = 356;

/** Slanting districts have less room beside a building. */
const ROWS = {
  straight: [
    { scale: 0.9, from: 0, step: 0 },
    { scale: 0.9, from: 5.2, step: 10.4 },
    { scale: 0.9, from: 10.4, step: 10.4 },
  ],
  slanted: [
    { scale: 0.88, from: 5.5, step: 0 },
    { scale: 0.88, from: 5.5, step: 10.4 },
    { scale: 0.72, from: 8.5, step: 8.4 },
  ],
} as const;

const isStraight = (district: District): boolean => angleOf(district) % 180 === 0;

export function landmarkSpot(district: District, index: number, count: number): LandmarkSpot {
  if (count > FEW) return { at: smallAt(district, index, count), scale: null };
  const row = ROWS[isStraight(district) ? 'straight' : 'slanted'][count - 1] ?? ROWS.straight[0];
  return {
    at: polar(angleOf(district) + startSide(district) * (row.from - index * row.step), BAND - 2),
    scale: row.scale,
  };
}

function smallAt(district: District, index: number, count: number): Point {
  const [x, y] = polar(angleOf(district), BAND + 1);
  if (isStraight(district)) {
    const inRow = Math.min(COLUMNS, count);
    return [
      x + ((index % COLUMNS) - (inRow - 1) / 2) * CELL.width,
      y + (Math.floor(index / COLUMNS) - (Math.ceil(count / COLUMNS) - 1) / 2) * CELL.height,
    ];
  }
  // Two columns that lean with the band. The number of rows is even, because the corner of a building
  // stands between the middle rows.
  const rows = count <= 4 ? 2 : 4;
  const row = y + (Math.floor(index / 2) - (rows - 1) / 2) * CELL.height;
  const aside = WIDER * Math.sqrt((BAND + 1) ** 2 - (row - CENTRE[1]) ** 2);
  return [CENTRE[0] + Math.sign(x - CENTRE[0]) * aside + ((index % 2) - 0.5) * CELL.width, row];
}
