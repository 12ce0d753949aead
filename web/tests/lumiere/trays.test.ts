import { describe, expect, test } from 'vitest';
import { offersOf } from '../../src/games/lumiere/offers';
import { usefulTrays } from '../../src/games/lumiere/trays';
import type { Tray } from '../../src/games/lumiere/trays';
import { trayInFront, Trays } from '../../src/table/trays.svelte';

const LAY = 'lay:3:c5:90';
const TAKE = 'take:smile';
const BUILD = 'build:line:a1:0';
const CARD = 'chartier';

describe('where something can be done', () => {
  test.each([
    [
      [LAY, TAKE],
      ['yours', 'pool'],
    ],
    [[TAKE], ['pool']],
    [
      [BUILD, CARD],
      ['yours', 'cards'],
    ],
    [[BUILD, 'pass'], ['yours']],
    [['levitation:undone', CARD], ['cards']],
    [['pass'], []],
  ])('%s', (legal, trays) => {
    expect(usefulTrays(offersOf(legal), null)).toEqual(trays);
  });
  test('levitation asks for a building of one’s own, then for one of the pool', () => {
    const offers = offersOf([BUILD, CARD, 'levitation:line:cross']);
    expect(usefulTrays(offers, 'give')).toEqual(['yours']);
    expect(usefulTrays(offers, 'take')).toEqual(['pool']);
  });
});

describe('the tray in front', () => {
  test('is the only one where something can be done, whatever was chosen before', () => {
    expect(trayInFront('yours', false, ['pool'])).toBe('pool');
    expect(trayInFront('log', true, ['cards'])).toBe('cards');
  });
  test('stays where something can be done, and where nothing can be done anywhere', () => {
    expect(trayInFront('cards', false, ['yours', 'cards'])).toBe('cards');
    expect(trayInFront('log', false, [])).toBe('log');
  });
  test('that came by itself makes room among several; one that is looked at does not', () => {
    expect(trayInFront('pool', false, ['yours', 'cards'])).toBe('yours');
    expect(trayInFront('pool', true, ['yours', 'cards'])).toBe('pool');
  });
  test('that was chosen to act in makes room when the next phase has no use for it', () => {
    const trays = new Trays<Tray>('yours');
    trays.offer(['yours', 'pool']);
    trays.choose('pool');
    trays.offer(['yours', 'pool']);
    expect(trays.front).toBe('pool');
    trays.offer(['yours', 'cards']);
    expect(trays.front).toBe('yours');
    trays.choose('log');
    trays.offer(['yours', 'cards']);
    expect(trays.front).toBe('log');
  });
});
