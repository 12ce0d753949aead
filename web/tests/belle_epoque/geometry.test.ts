import { describe, expect, it } from 'vitest';
import { VALUES } from '../../src/games/belle_epoque/components';
import {
  around,
  bankAt,
  CENTRE,
  HEIGHT,
  middle,
  ROUND,
  scoringTileAt,
  spaceAt,
  sumsAt,
  trackAt,
  WIDER,
  WIDTH,
} from '../../src/games/belle_epoque/geometry';
import type { Box, Point } from '../../src/games/belle_epoque/geometry';
import { landmarkSpot } from '../../src/games/belle_epoque/landmarkLayout';
import { neighbour, placesOf, smallestOf, TARGET } from '../../src/games/belle_epoque/places';
import { lesson } from '../../src/games/belle_epoque/lesson';
import type { Position } from '../../src/games/belle_epoque/types';

const far = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);

describe('the map', () => {
  it('keeps every place inside the picture', () => {
    const points = [
      ...ROUND.flatMap((district) => [
        bankAt(district),
        scoringTileAt(district),
        sumsAt(district),
        ...VALUES.map((value) => spaceAt(district, value)),
      ]),
      ...Array.from({ length: 30 }, (_, i) => trackAt(i + 1)),
    ];
    for (const [x, y] of points) {
      expect(x).toBeGreaterThan(25);
      expect(x).toBeLessThan(WIDTH - 25);
      expect(y).toBeGreaterThan(25);
      expect(y).toBeLessThan(HEIGHT - 25);
    }
  });

  it('gives every building and bank room of its own', () => {
    const points = ROUND.flatMap((district) => [
      bankAt(district),
      ...VALUES.map((value) => spaceAt(district, value)),
    ]);
    for (const [index, point] of points.entries())
      for (const other of points.slice(index + 1)) expect(far(point, other)).toBeGreaterThan(54);
  });

  /* All eight may come to one district: none may lie on another, on a building or on the name. */
  it('is larger on a phone where a district has many landmarks', async () => {
    const position = (await lesson())[0]!.view.position as unknown as Position;
    const withLandmarks = (count: number): Position => ({
      ...position,
      districts: {
        ...position.districts,
        belleville: {
          ...position.districts.belleville,
          landmarks: Object.fromEntries(Array.from({ length: count }, (_, n) => [9 + n, {}])),
        },
      },
    });
    const smallest = (count: number): number =>
      smallestOf(placesOf(withLandmarks(count), [], new Set()));
    expect([0, 3].map(smallest)).toEqual([TARGET, TARGET]);
    // Two fingers can make the map 1600 px wide: 44 px for a target are always possible.
    for (const count of [4, 8]) expect((44 / smallest(count)) * WIDTH).toBeLessThan(1600);
  });
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has room for %i landmarks in a district', (count) => {
    const overlap = (a: Box, b: Box): boolean =>
      Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) &&
      Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y);
    for (const district of ROUND) {
      const taken = [
        ...VALUES.map((value) => around(spaceAt(district, value), 58, 58)),
        around(scoringTileAt(district), 62, 48),
      ];
      for (let index = 0; index < count; index += 1) {
        const { at, scale } = landmarkSpot(district, index, count);
        const box = scale === null ? around(at, 36, 29) : around(at, 69 * scale, 57 * scale);
        for (const other of taken) expect(overlap(box, other), `${district} ${index}`).toBe(false);
        taken.push(box);
        for (const x of [box.x, box.x + box.width])
          for (const y of [box.y, box.y + box.height])
            expect(Math.hypot((x - CENTRE[0]) / WIDER, y - CENTRE[1])).toBeLessThan(398);
      }
    }
  });

  it('puts bonus space 1 to the right of the top and 30 to the left', () => {
    expect(trackAt(1)[0]).toBeGreaterThan(500);
    expect(trackAt(30)[0]).toBeLessThan(500);
    expect(trackAt(8)[0]).toBeGreaterThan(940);
  });
});

describe('walking over the map by arrow keys', () => {
  it('reaches every place of the city and the boulevard from the Arc', async () => {
    const steps = await lesson();
    for (const { view } of [steps[0]!, steps.at(-1)!]) {
      const places = placesOf(view.position as Position, [], new Set());
      const ids = new Set(places.map(({ id }) => id));
      expect(ids.size).toBe(places.length);
      const reached = new Set(['arc']);
      for (const from of reached)
        for (const step of [
          [0, -1],
          [0, 1],
          [-1, 0],
          [1, 0],
        ] as const)
          reached.add(neighbour(places, from, step));
      expect(
        [...ids].filter((id) => !/^(?:pile|scoring|end-tiles)/.test(id) && !reached.has(id)),
      ).toEqual([]);
    }
  });

  it('goes up from the Arc to the bank of Montmartre', async () => {
    const [first] = await lesson();
    const places = placesOf(first!.view.position as Position, [], new Set());
    expect(neighbour(places, 'arc', [0, -1])).toBe('bank:montmartre');
    expect(middle(places.find(({ id }) => id === 'bank:montmartre')!.box)[0]).toBeCloseTo(500);
  });
});
