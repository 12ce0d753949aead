/** The drawn light agrees with the engine's score, in every position of the lesson. */
import { describe, expect, test } from 'vitest';
import { dancerArea, largestGroup, painterArea } from '../../src/games/lumiere/areas';
import { countedThings } from '../../src/games/lumiere/counted';
import { merged } from '../../src/games/lumiere/lesson';
import stored from '../../src/games/lumiere/lesson.json';
import { lampsOf, lightsOn } from '../../src/games/lumiere/light';
import type { Position } from '../../src/games/lumiere/types';
import { SEATS } from '../../src/games/lumiere/types';

interface Counted {
  name: string;
  position: Position;
  scores: { lines: Record<string, number> }[];
}

const steps = stored as unknown as {
  id: string;
  position: Position;
  scores: Counted['scores'];
  after: Record<string, { position: unknown; scores: Counted['scores'] }>;
}[];
const positions: Counted[] = steps.flatMap(({ id, position, scores, after }) => [
  { name: id, position, scores },
  ...Object.entries(after)
    .slice(0, 12)
    .map(([move, then]) => ({
      name: `${id} ${move}`,
      position: merged(position, then.position) as Position,
      scores: then.scores,
    })),
]);

test('the lesson has positions with buildings and pieces', () => {
  expect(positions.length).toBeGreaterThan(50);
  expect(positions.some(({ position }) => position.pieces.painter)).toBe(true);
});

describe.each(positions)('$name', ({ position, scores }) => {
  test('light, group and areas', () => {
    const lamps = lampsOf(position);
    SEATS.forEach((seat, index) => {
      const own = position.buildings.filter(({ owner }) => owner === seat);
      const light = own.reduce(
        (sum, { spaces }) => sum + spaces.length * lightsOn(spaces, lamps).length,
        0,
      );
      expect(light, 'L8.1').toBe(scores[index]?.lines['light']);
      const counted = countedThings('light', position).filter((thing) => thing.seat === index);
      expect(
        counted.reduce((sum, { points }) => sum + points, 0),
        'the count at the end',
      ).toBe(light);
      expect(largestGroup(position, seat), 'L8.2').toHaveLength(scores[index]?.lines['group'] ?? 0);
      const { painter, dancer, fountain, statue } = position.pieces;
      if (!fountain && !statue && !dancer && painter?.owner === seat) {
        const area = painterArea(position, painter.space);
        const shining = lamps.filter(({ at }) => area.includes(at)).length;
        expect(2 * shining, 'L7.6').toBe(scores[index]?.lines['postcards']);
      }
    });
  });
});

test('the dancer walks over free spaces that are no streetlight (L8.5)', () => {
  const whole = positions.find(({ position }) => position.phase === 'building')?.position;
  const free = Object.entries(whole?.spaces ?? {}).find(
    ([, space]) => space && !space.piece && space.kind === 'orange',
  )?.[0];
  expect(whole && free).toBeTruthy();
  const area = dancerArea(whole!, free!);
  expect(area).toContain(free);
  for (const space of area) expect(whole!.spaces[space]?.kind).not.toBe('streetlight');
});
