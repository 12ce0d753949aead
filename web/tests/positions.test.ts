/** JSON of the server becomes a position of a game only if it has its form. */
import { expect, test } from 'vitest';
import { lesson as belleLesson } from '../src/games/belle_epoque/lesson';
import { positionOf as belleEpoque } from '../src/games/belle_epoque/types';
import { lesson as lumiereLesson } from '../src/games/lumiere/lesson';
import { positionOf as lumiere } from '../src/games/lumiere/types';

test('the positions of the lessons are positions of their games', async () => {
  for (const { view } of await lumiereLesson()) expect(lumiere(view.position)).toBe(view.position);
  for (const { view } of await belleLesson())
    expect(belleEpoque(view.position)).toBe(view.position);
});

test('a position of another game is refused', async () => {
  const [other] = await belleLesson();
  expect(() => lumiere(other?.view.position ?? {})).toThrow(TypeError);
  expect(() => lumiere({ ply: 1, heap: 9 })).toThrow(TypeError);
  expect(() => belleEpoque({ ply: 1, heap: 9 })).toThrow(TypeError);
});
