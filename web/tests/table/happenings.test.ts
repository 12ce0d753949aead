/** What moves do at the table: sentences for every kind of move in every language, announcements. */
import { beforeAll, describe, expect, test } from 'vitest';
import { stubBrowser } from '../browserStubs';

stubBrowser();
const { LANGUAGES, need, speak } = await import('../../src/lib/i18n.svelte');
const lumiere = await import('../../src/games/lumiere/happenings');
const lumiereWords = await import('../../src/games/lumiere/words');
const belle = await import('../../src/games/belle_epoque/happenings');
const belleWords = await import('../../src/games/belle_epoque/words');
const { startNews } = await import('../../src/table/news');
const { verdictOf } = await import('../../src/table/prompt');
import type { Chair } from '../../src/games/plugin';
import type { EventInfo, LogEntry } from '../../src/lib/protocol';
import type { Position as Cite } from '../../src/games/lumiere/types';
import type { Position as Belle } from '../../src/games/belle_epoque/types';

const entry = (move: string, events: EventInfo[] = [], seat = 1): LogEntry => ({
  number: 1,
  seat,
  move,
  events,
  at: 0,
});
const event = (kind: string, seat = 1, details = {}): EventInfo => ({ kind, seat, details });
const chairs = [{ title: 'Anna' }, { title: 'Colette' }] as unknown as Chair[];

const CITE = [
  'lay:4:c3:90',
  'take:smile',
  'pass',
  'build:smile:a1:90',
  'levitation:smile:line',
  'sacre-coeur',
  'le-peintre:undone',
  'jardin-des-plantes:c3:90',
  'le-penseur:c3:north',
  'bouquinistes:c3:smile',
  'lampadaire:c3',
];
const drew = { pile: 2, tile: 'montmartre:5', district: 'montmartre', leaves_the_game: false };
const BELLE: [string, EventInfo[]?][] = [
  ['draw:2', [event('draw', 1, drew)]],
  ['draw:2', [event('draw', 1, { ...drew, district: null, leaves_the_game: true })]],
  ['place:chaillot'],
  ['key:arc'],
  ['key:montmartre'],
  ['move:montmartre:2:5'],
  ['move:arc:belleville:15', [event('move', 1, { laid: true })]],
  ['move:chaillot:8:13:with-9'],
  ['take'],
  ['pass'],
  ['choose'],
  ['bonus:17'],
  ['discard:3'],
  ['score:20:la-villette'],
  ['buy:wood'],
  ['sell:gold-medal'],
  ['activate:8:gold-medal'],
  ['activate:points:4'],
];

beforeAll(() => need('shell', 'lumiere', 'belle_epoque'));

describe.each([...LANGUAGES.keys()])('in %s', (language) => {
  beforeAll(() => speak(language));

  test('every kind of move is a sentence that begins with the player', () => {
    for (const sentences of [
      CITE.map((move) => lumiereWords.told([entry(move)], 'Colette').plain),
      BELLE.map(([move, events]) => belleWords.told([entry(move, events)], 'Colette').plain),
    ]) {
      for (const text of sentences) {
        expect(text).toMatch(/^Colette \p{Ll}/u); // a verb follows
        expect(text).not.toMatch(/\{|\b(lumiere|belle)\.|told\./);
      }
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  test('how a game ended is said without points that nobody played for', () => {
    const end = { ranks: [2, 1], reason: 'resigned' as const };
    for (const text of [
      verdictOf(end, ['Anna', 'Colette'], 0),
      verdictOf(end, ['Anna', 'Colette'], 1),
      verdictOf({ ...end, reason: 'time' }, ['Anna', 'Colette'], null),
      verdictOf({ ranks: [1, 1], reason: 'draw' }, ['Anna', 'Colette'], null),
      verdictOf({ ranks: [1, 1, 3], reason: 'played' }, ['Anna', 'Bert', 'Colette'], null),
    ])
      expect(text).not.toMatch(/\d|\{|end\./);
  });
});

describe('announcements', () => {
  beforeAll(() => speak('en'));

  test('who starts, and why, comes from the options of the table', () => {
    const say = (start: string, you: number | null, rematch_of: string | null = null) =>
      startNews({ options: { start }, rematch_of }, 1, chairs, you)[0]?.text;
    expect(say('drawn', 0)).toBe('Colette starts: the start was drawn by lot.');
    expect(say('drawn', 1)).toBe('You start: the start was drawn by lot.');
    expect(say('blue', 0)).toBe('Colette starts: it was set for this table.');
    expect(say('blue', 0, 'the last table')).toMatch('the player who lost the last game');
    expect(startNews({ options: {}, rematch_of: null }, 0, chairs, 0)).toEqual([]);
  });

  test('La Cité: phase two with its first player, and before it who laid all tiles first', () => {
    const laying = {
      phase: 'laying',
      hand_counts: { orange: 1, blue: 0 },
      pile_counts: { orange: 2, blue: 0 },
    } as unknown as Cite;
    const lay = entry('lay:4:c3:90');
    expect(lumiere.newsOf([lay], laying, chairs, 0)[0]?.text).toMatch(/^Colette placed all eight/);
    expect(lumiere.newsOf([entry('take:smile', [], 1)], laying, chairs, 0)).toEqual([]);
    const building = { ...laying, phase: 'building' } as Cite;
    const begins = entry('lay:4:c3:90', [event('phase-two', 1)], 0);
    expect(lumiere.newsOf([begins], building, chairs, 1)[0]?.text).toMatch(/^You start/);
    expect(lumiere.newsOf([lay], building, chairs, 1)).toEqual([]);
  });

  test('Belle Époque: empty piles, the last round and the final turns', () => {
    const piles = (left: number): Belle =>
      ({ piles: [{ left: 0 }, { left }, { left: 0 }] }) as unknown as Belle;
    const draw = entry('draw:2', [event('draw', 1, drew)]);
    expect(belle.newsOf([draw], piles(1), chairs, 0)).toEqual([]);
    expect(belle.newsOf([draw], piles(0), chairs, 0).map(({ id }) => id)).toEqual(['end']);
    const last = entry('choose', [event('choose'), event('last-round')]);
    expect(belle.newsOf([last], piles(0), chairs, 0)[0]?.text).toMatch(/^Colette took the last/);
    const end = entry('end', [event('end'), event('final')]);
    expect(belle.newsOf([end], piles(0), chairs, 0).map(({ id }) => id)).toEqual(['final']);
  });

  test('a hidden tile comes from its hand or its pile, a piece from its postcard', () => {
    expect(lumiere.journeysOf(entry('lay:4:c3:90'))).toEqual([
      { piece: 'tile:blue:4', from: 'hand:blue' },
    ]);
    expect(lumiere.journeysOf(entry('lampadaire:c3'))).toEqual([
      { piece: 'lamp', from: 'card:lampadaire' },
    ]);
    expect(belle.journeysOf(entry('draw:2', [event('draw', 1, drew)]))).toEqual([
      { piece: 'tile:montmartre:5', from: 'pile:2' },
    ]);
    expect([belle.isQuiet('end'), belle.isQuiet('take'), lumiere.isQuiet()]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
