/** Things within a sentence, in the case or with the article that their language wants there. */
import { beforeAll, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';
import { DISTRICTS } from '../../src/games/belle_epoque/types';
import type { Position } from '../../src/games/belle_epoque/types';
import type { LogEntry } from '../../src/lib/protocol';

stubBrowser();
const { need, speak } = await import('../../src/lib/i18n.svelte');
const { lesson } = await import('../../src/games/belle_epoque/lesson');
const { logLines } = await import('../../src/games/belle_epoque/log');
const { placeWords } = await import('../../src/games/belle_epoque/words');

beforeAll(() => need('shell', 'belle_epoque'));

const entry = (move: string, francs: number): LogEntry =>
  ({
    number: 1,
    at: 0,
    seat: 0,
    move,
    events: [{ kind: 'key', seat: 0, details: { francs } }],
  }) as LogEntry;

test('one franc that is paid or received is in the case of its verb in Polish', async () => {
  await speak('pl');
  const [paid, got] = logLines([
    entry('move:montmartre:bank:3', -1),
    entry('key:belleville', 1),
  ]).map(({ text }) => text);
  expect(paid).toContain('płaci 1 franka');
  expect(got).toContain('dostaje 1 franka');
});

test('the token beside a place has its article in French', async () => {
  await speak('fr');
  const [first] = await lesson();
  const position = first!.view.position as Position;
  const found = DISTRICTS.flatMap((district) =>
    Object.entries(position.districts[district].spaces).flatMap(([value, { token }]) =>
      token ? [placeWords(`${district}:${value}`, position, {})] : [],
    ),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const text of found) expect(text).toMatch(/, avec (?:du |de l’|une ).* à côté$/);
});
