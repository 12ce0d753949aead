/** What a levitation in hand still needs, and which buildings it names. */
import { beforeAll, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';
import stored from '../../src/games/lumiere/lesson.json';
import type { Position } from '../../src/games/lumiere/types';

stubBrowser();
const { need } = await import('../../src/lib/i18n.svelte');
const { Picks } = await import('../../src/games/lumiere/picks.svelte');
const { Placement } = await import('../../src/games/lumiere/placement.svelte');

beforeAll(() => need('shell', 'lumiere'));

test('a levitation is still an exchange when both of its buildings are chosen', () => {
  const [{ position } = { position: null }] = stored as unknown as { position: Position }[];
  const placement = new Placement();
  placement.renew(['levitation:line:smile', 'levitation:bridge:smile'], position!, 'orange', []);
  const picks = new Picks(placement);
  expect(picks.exchange).toBeNull();
  picks.pickCard('levitation');
  expect([picks.swap, picks.exchange]).toEqual(['give', { give: null, take: null }]);
  picks.pickBuilding('line');
  expect([picks.swap, picks.exchange]).toEqual(['take', { give: 'line', take: null }]);
  picks.pickPool('smile');
  expect([picks.swap, picks.exchange]).toEqual([null, { give: 'line', take: 'smile' }]);
});
