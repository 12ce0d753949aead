/** What the table says about an offer: from the server's preview, in words and chips. */
import { beforeAll, describe, expect, it } from 'vitest';
import { attemptedMove } from '../../src/games/belle_epoque/attemptedMove';
import type { Offer } from '../../src/games/belle_epoque/facts';
import { pointsAtOnce, tradeOf, tradeWords } from '../../src/games/belle_epoque/gains';
import { lesson } from '../../src/games/belle_epoque/lesson';
import { lastPlaces, logLines } from '../../src/games/belle_epoque/log';
import { parseMove } from '../../src/games/belle_epoque/moves';
import { figureWords, tileRows } from '../../src/games/belle_epoque/tiles';
import type { Position } from '../../src/games/belle_epoque/types';
import { need } from '../../src/lib/i18n.svelte';
import type { LogEntry, MovePreview } from '../../src/lib/protocol';

const OFFER: Offer = {
  walk: { price: 2, can_pay: false, tiles: [] },
  medals: { kind: 'silver-medal', most: 2, points: 8 },
  scoring: {
    keys: 4,
    tiles: [20, 18],
    best: { tile: 20, district: 'chaillot', points: { orange: 20, blue: 10 } },
  },
  sums: {
    district: 'chaillot',
    before: 3,
    after: 16,
    place: 1,
    rivals: [
      { seat: 'blue', sum: 13, overtaken: true },
      { seat: 'absinthe', sum: 1, overtaken: false },
    ],
  },
  left: { district: 'chaillot', value: 3 },
  tile: { tile: 18, ways: 1, points: 15, francs: 0, sold: [] },
};
const score = (points: number, francs: number, chaillot: number): MovePreview['after'][0] => ({
  total: points + francs + chaillot,
  lines: { points, 'tile-27': francs, chaillot },
});
const PREVIEW: MovePreview = {
  move: 'move:chaillot:3:13',
  before: [score(5, 16, 0), score(0, 0, 20)],
  after: [score(7, 8, 20), score(0, 0, 10)],
  certain: true,
  events: [
    {
      kind: 'move',
      seat: 0,
      details: { district: 'chaillot', from: 3, to: 13, francs: -8, resources: { gold: 2 } },
    },
    { kind: 'points', seat: 0, details: { points: 2 } },
  ],
  then: [],
  offer: OFFER,
};

let position: Position;
beforeAll(async () => {
  await need('shell', 'belle_epoque');
  position = (await lesson())[0]!.view.position as Position;
});

describe('an offer', () => {
  const trade = (): ReturnType<typeof tradeOf> =>
    tradeOf(parseMove(PREVIEW.move), PREVIEW, position, 'orange', { blue: 'Colette' });

  it('says what it costs, what it brings at once, and what it leads to', () => {
    const { pay, gain, then } = trade();
    expect(pay.map(({ label }) => label)).toEqual(['8 francs', '2 gold']);
    expect(gain.map(({ label }) => label)).toEqual(['2 points']);
    const said = then.map(({ id }) => id);
    for (const id of ['figure', 'medals', 'scoring', 'step', 'sum', 'past-blue', 'left'])
      expect(said).toContain(id);
    expect(said).not.toContain('past-absinthe');
  });

  it('names the scoring tile with its value, the rival and what is left free', () => {
    const words = tradeWords(trade());
    expect(words).toContain('20, 10, 5 on Chaillot, for you +20 points');
    expect(words).toContain('past Colette (13)');
    expect(words).toContain('Colette: Chaillot −10');
    expect(words).toMatch(/leaves .* free/);
    expect(tradeWords(trade(), true).length).toBeLessThan(words.length);
  });

  it('names the key that brings a scoring tile by a house rule', () => {
    const offer = { ...OFFER, scoring: { ...OFFER.scoring!, keys: 3 } };
    const preview = { ...PREVIEW, offer };
    const { then } = tradeOf(parseMove(PREVIEW.move), preview, position, 'orange', {});
    const said = then.find(({ id }) => id === 'scoring')!;
    expect(said.text).toBe('key 3: scoring tile');
    expect(said.label).toContain('key 3: you may put a scoring tile on a district.');
    expect(tradeWords(trade())).toContain('the fourth key');
  });

  it('counts only points that the move gives at once', () => {
    expect(PREVIEW.after[0]!.total - PREVIEW.before[0]!.total).toBe(14);
    expect(pointsAtOnce(PREVIEW, 0)).toBe(2);
  });

  it('is silent where the server does not know', () => {
    const unknown = { ...PREVIEW, offer: {} };
    expect(tradeOf(parseMove(PREVIEW.move), unknown, position, 'orange', {}).then).toEqual([]);
  });
});

describe('the list of bonus tiles', () => {
  it('has all thirty with their figures', () => {
    const figures = Array.from({ length: 30 }, (_, i) => ({
      tile: i + 1,
      ways: 1,
      points: i + 1,
      francs: 0,
      sold: [],
    }));
    const rows = tileRows(position, 'orange', figures);
    expect(rows).toHaveLength(30);
    expect(rows.find(({ tile }) => tile === 23)?.figure).toBe('23 points now');
    expect(new Set(rows.map(({ mark }) => mark)).size).toBe(30);
  });

  it('says when a tile would do nothing, and how many ways there are', () => {
    expect(figureWords({ tile: 29, ways: 0, points: 0, francs: 0, sold: [] })).toBe('nothing now');
    expect(figureWords({ tile: 9, ways: 2, points: 0, francs: 0, sold: [] })).toBe(
      '2 ways to use it',
    );
    expect(figureWords({ tile: 22, ways: 1, points: 5, francs: 5, sold: [] })).toBe(
      '5 points and 5 francs now',
    );
  });

  it('says what the tokens of a tile sell for, as a range if there is a choice', () => {
    const tile = { tile: 8, ways: 3, points: 0, francs: 0 };
    expect(figureWords({ ...tile, sold: [1, 3] })).toBe('1–3 francs if sold');
    expect(figureWords({ ...tile, tile: 3, ways: 1, sold: [2, 2] })).toBe('2 francs if sold');
    expect(figureWords({ ...tile, sold: [] })).toBe('');
  });
});

const entry = (number: number, seat: number, move: string, details = {}): LogEntry => ({
  number,
  seat,
  move,
  events: [{ kind: move.split(':')[0] ?? '', seat, details }],
  at: 0,
});

describe('the log', () => {
  const log = [
    entry(1, 0, 'key:arc'),
    entry(2, 0, 'end'),
    entry(3, 1, 'key:chaillot', { francs: 7 }),
    entry(4, 1, 'end'),
    entry(5, 2, 'move:montmartre:bank:3', { francs: -3, resources: { wood: 1 } }),
    entry(6, 2, 'end'),
    entry(7, 0, 'key:belleville', { francs: 2 }),
  ];

  it('says what each move cost and brought', () => {
    const texts = logLines(log).map(({ text }) => text);
    expect(texts[1]).toContain('gets 7 francs');
    expect(texts[2]).toContain('pays 3 francs and 1 wood');
  });

  it('marks what every opponent did since the own last turn', () => {
    expect(lastPlaces(log, 0)).toEqual(['bank:chaillot', 'montmartre:3']);
    expect(lastPlaces(log.slice(0, 6), 0)).toEqual(['bank:chaillot', 'montmartre:3']);
    expect(lastPlaces(log, 1)).toEqual(['montmartre:3', 'bank:belleville']);
    expect(lastPlaces(log.slice(0, 6), null)).toEqual(['montmartre:3']);
  });
});

describe('what was meant by pointing', () => {
  it('is a move for everything on the table', () => {
    const meant = (mark: string): string | null => attemptedMove(mark, [], position, 'orange');
    expect(meant('track:4')).toBe('bonus:4');
    expect(meant('tile:23')).toBe('activate:23:1:0:0');
    expect(meant('tile:27')).toBe('activate:27');
    expect(meant('face:resources:2')).toBe('activate:resources:2:wood:wood');
    expect(meant('sell:gold')).toBe('sell:gold');
    expect(meant('scoring:20')).toMatch(/^score:20:/);
    expect(meant('district:chaillot')).toMatch(/^score:\d+:chaillot$/);
  });

  it('is an action before the tile is drawn, also without a key: the order of the turn is the reason', () => {
    const { districts } = position;
    const bare = Object.fromEntries(
      Object.entries(districts).map(([name, one]) => {
        const spaces = Object.entries(one.spaces).map(([at, space]) => [
          at,
          { ...space, keys: {} },
        ]);
        return [name, { ...one, bank: [], landmarks: {}, spaces: Object.fromEntries(spaces) }];
      }),
    );
    const meant = (mark: string, phase: string): string | null => {
      const keyless = {
        ...position,
        phase,
        arc: [],
        districts: bare,
      } as unknown as typeof position;
      return attemptedMove(mark, [], keyless, 'orange');
    };
    for (const mark of ['landmark:9', 'montmartre:2']) {
      expect(meant(mark, 'draw')).toBe('key:arc');
      expect(meant(mark, 'end')).toBe('key:arc');
      expect(meant(mark, 'act')).toBeNull();
    }
  });
});
