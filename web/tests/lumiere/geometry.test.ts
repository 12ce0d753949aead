import { describe, expect, test } from 'vitest';
import {
  ALL_SQUARES,
  BUILDINGS,
  boxOf,
  cellOf,
  cellsAt,
  nameOf,
  plainTurn,
  shape,
  sizeOf,
  spacesOfSquare,
  squareAt,
  tileKinds,
} from '../../src/games/lumiere/geometry';
import {
  pathAround,
  chimneyCell,
  buildingPaths,
  outline,
} from '../../src/games/lumiere/buildingPaths';

describe('spaces', () => {
  test('a1 is at the lower left, h8 at the upper right', () => {
    expect(cellOf('a1')).toEqual([0, 7]);
    expect(cellOf('h8')).toEqual([7, 0]);
    expect(nameOf([2, 3])).toBe('c5');
  });
  test('a square is called after its lower left space', () => {
    expect(ALL_SQUARES).toHaveLength(16);
    expect(squareAt(cellOf('d6'))).toBe('c5');
    expect(spacesOfSquare('c5').map(nameOf)).toEqual(['c6', 'd6', 'c5', 'd5']);
  });
});

describe('shapes (L1.4)', () => {
  test('there are twelve buildings of the printed sizes', () => {
    expect(BUILDINGS.map(sizeOf)).toEqual([3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6]);
  });
  test('notation uses the smallest turn that looks the same', () => {
    expect([0, 90, 180, 270].map((turn) => plainTurn('line', turn))).toEqual([0, 90, 0, 90]);
    expect([0, 90, 180, 270].map((turn) => plainTurn('cross', turn))).toEqual([0, 0, 0, 0]);
    expect([0, 90, 180, 270].map((turn) => plainTurn('small-l', turn))).toEqual([0, 90, 180, 270]);
  });
  test('the anchor is the lower left corner of the box, even where the building leaves it free', () => {
    expect(cellsAt('corner', 'd3', 0).map(nameOf).sort()).toEqual(['d3', 'e3', 'e4']);
    expect(cellsAt('small-l', 'a1', 0).map(nameOf).sort()).toEqual(['a3', 'b1', 'b2', 'b3']);
    expect(cellsAt('line', 'b2', 90).map(nameOf).sort()).toEqual(['b2', 'b3', 'b4']);
  });
  test('four quarter turns come back to the start', () => {
    for (const name of BUILDINGS) {
      const { width, height } = boxOf(shape(name, 0));
      expect(boxOf(shape(name, 90))).toEqual({ width: height, height: width });
    }
  });
});

test('a tile turns clockwise, and the rival has the same with colours exchanged (L1.3)', () => {
  expect(tileKinds('orange', 3, 0)).toEqual(['orange', 'streetlight', 'orange', 'blue']);
  expect(tileKinds('orange', 3, 90)).toEqual(['orange', 'orange', 'blue', 'streetlight']);
  expect(tileKinds('blue', 3, 0)).toEqual(['blue', 'streetlight', 'blue', 'orange']);
});

describe('the paths of buildings', () => {
  test('every building is one outline without holes', () => {
    for (const name of BUILDINGS) expect(outline(shape(name, 0))).toHaveLength(1);
  });
  test('an area with a hole has two outlines', () => {
    const ring = [0, 1, 2]
      .flatMap((x) => [0, 1, 2].map((y) => [x, y] as const))
      .filter(([x, y]) => x !== 1 || y !== 1);
    expect(outline(ring)).toHaveLength(2);
  });
  test('the chimney stands where most of the building meets', () => {
    expect(chimneyCell(shape('cross', 0))).toEqual([1, 1]);
  });
  test('each edge gives one slope, and paths are closed', () => {
    const drawn = buildingPaths(shape('stairs', 0));
    expect(drawn.slopes).toHaveLength(10);
    expect(pathAround(shape('line', 0), 0, 5)).toMatch(/^M.*Z$/);
  });
});
