import { beforeAll, describe, expect, it } from 'vitest';
import { Choice } from '../../src/games/belle_epoque/choice.svelte';
import { book, topics } from '../../src/games/belle_epoque/help';
import { tradeOf } from '../../src/games/belle_epoque/gains';
import { lesson } from '../../src/games/belle_epoque/lesson';
import { marksOf, parseMove } from '../../src/games/belle_epoque/moves';
import { optionsOf } from '../../src/games/belle_epoque/options';
import { phaseOf } from '../../src/games/belle_epoque/phase';
import { askYou } from '../../src/games/belle_epoque/prompt';
import { pointsOf } from '../../src/games/belle_epoque/log';
import {
  describe as words,
  heldLines,
  inWords,
  placeWords,
  seatLines,
} from '../../src/games/belle_epoque/words';
import type { Position } from '../../src/games/belle_epoque/types';
import { need } from '../../src/lib/i18n.svelte';

beforeAll(() => need('shell', 'belle_epoque', 'belle_epoque-book'));

/** A text of the catalogue: no key that was not found, no placeholder that was not filled. */
function isText(text: string): boolean {
  return text !== '' && !/\bbelle(?:_epoque)?\.[\w.-]+/.test(text) && !/\{\w+\}/.test(text);
}

const NOTATIONS = [
  'draw:1',
  'place:chaillot',
  'key:arc',
  'key:montmartre',
  'move:arc:belleville:15',
  'move:montmartre:bank:2',
  'move:montmartre:2:5',
  'move:chaillot:8:13:with-9',
  'move:chaillot:bank:4:with-16',
  'take',
  'pass',
  'choose',
  'choose:points:4',
  'bonus:17',
  'discard:1',
  'discard:3',
  'score:20:la-villette',
  'decline',
  'buy:wood',
  'sell:gold-medal',
  'activate:1',
  'activate:8:silver-medal',
  'activate:10:marble',
  'activate:17:22',
  'activate:19:bronze-medal:gold-medal',
  'activate:21:wood:wood',
  'activate:23:1:0:2',
  'activate:24:0:1:0',
  'activate:25:3',
  'activate:points:4',
  'activate:francs:6',
  'activate:resources:1:wood',
  'activate:resources:2:wood:gold',
  'activate:prestige:1:gold-medal',
  'end',
];

describe('moves in words', () => {
  it.each(NOTATIONS)('%s is a sentence', (notation) => {
    expect(parseMove(notation).text).toBe(notation);
    expect(isText(words(notation).plain)).toBe(true);
    expect(words(notation).plain).not.toContain('<');
  });

  it('says what a key leaves and reaches', () => {
    expect(words('move:montmartre:2:5').plain).toBe(
      'moves a key from the bakery 2 to the theatre 5 of Montmartre',
    );
  });

  it('tells a secret choice without its face', () => {
    expect(words('choose').plain).toBe('keeps one of them');
  });
});

describe('the lesson', () => {
  it('has a text for every step, and every wanted move is legal and leads somewhere', async () => {
    const steps = await lesson();
    const moves = steps.filter(({ lead }) => lead === 0);
    expect(moves.length).toBeGreaterThanOrEqual(12);
    expect(moves.length).toBeLessThanOrEqual(20);
    for (const { view, wanted, after } of steps) {
      for (const move of wanted) {
        expect(view.legal).toContain(move);
        expect((after[move]!.position as Position).ply).toBe((view.position as Position).ply + 1);
      }
    }
  });

  it('shows each position in words, with a name for every place', async () => {
    for (const { view } of await lesson()) {
      const position = view.position as Position;
      const lines = inWords(position, { orange: 'Margaux', blue: 'Auguste' }).flatMap(
        ({ heading, lines: found }) => [heading, ...found],
      );
      expect(lines.filter((line) => !isText(line))).toEqual([]);
      expect(isText(phaseOf(position).text)).toBe(true);
      expect(placeWords('bank:chaillot', position, {})).toContain('7 francs');
    }
  });
});

describe('choosing on the map', () => {
  it('can mean every legal move by pointing or by an option', async () => {
    for (const { view } of await lesson()) {
      const position = view.position as Position;
      for (const text of view.legal) {
        const choice = new Choice();
        choice.renew(view.legal, position);
        const marks = marksOf(parseMove(text), position);
        if (['end', 'pass', 'decline'].includes(marks[0] ?? '')) continue;
        for (const mark of marks)
          if (!choice.chosen.includes(mark)) choice.point(mark.replace(/^from:/, ''));
        const offered = optionsOf(choice, position).map(({ move }) => move);
        expect([choice.ready?.move.text, ...offered]).toContain(text);
        if (choice.ready) {
          const asked = askYou(position, choice, 0);
          expect(isText(asked.text) && isText(asked.main)).toBe(true);
        }
      }
    }
  });

  it('warns in the last turn of tiles that would be lost', async () => {
    const [first] = await lesson();
    const position = { ...(first!.view.position as Position), phase: 'end' } as Position;
    const note = (stage: Position['stage'], legal: string[]): string => {
      const choice = new Choice();
      choice.renew(legal, position);
      return askYou({ ...position, stage }, choice, 0).note;
    };
    expect(note('final', ['activate:points:3', 'end'])).toMatch('Tiles that you do not use now');
    expect(note('final', ['activate:26', 'end'])).toMatch('Tiles that you do not use now');
    const usual = note('open', ['activate:26', 'end']);
    expect(usual).toMatch('You may still buy, sell or use tiles.');
    expect(note('final', ['sell:wood', 'end'])).toBe(usual);
  });

  it('refuses a place that no legal move means', async () => {
    const [, draw] = await lesson();
    const choice = new Choice();
    choice.renew(draw!.view.legal, draw!.view.position as Position);
    expect(choice.point('chaillot:8')).toBe(false);
    expect(choice.point('pile:1')).toBe(true);
  });
});

describe('what a move costs and brings', () => {
  it('is read from the server’s preview', async () => {
    const steps = await lesson();
    const eight = steps.find(({ id }) => id === 'eight')!;
    const [move] = eight.wanted;
    const seen = eight.previews.find((found) => found.move === move)!;
    const trade = tradeOf(parseMove(move!), seen, eight.view.position as Position, 'orange', {});
    const francs = seen.events[0]!.details['francs'] as number;
    expect(trade.pay.find(({ id }) => id === 'francs')?.text ?? '0').toBe(String(-francs));
    expect(trade.gain.find(({ id }) => id === 'points')?.text).toBe('2');
    expect([...trade.pay, ...trade.gain].every(({ label }) => isText(label))).toBe(true);
  });

  it('counts the points of a log entry once', async () => {
    const medals = (await lesson()).find(({ id }) => id === 'medals')!;
    const [preview] = medals.previews;
    const gained = preview!.after[0]!.total - preview!.before[0]!.total;
    expect(
      pointsOf({ number: 1, seat: 0, move: preview!.move, events: preview!.events, at: 0 }),
    ).toBe(gained);
  });
});

describe('help and book', () => {
  it('explains every tile and landmark with rules of the book', () => {
    const rules = new Map(book().map((entry) => [entry.number, entry]));
    expect(rules.size).toBe(51);
    for (const { title, text } of rules.values())
      expect(isText(title) && (text === '' || isText(text))).toBe(true);
    const found = topics();
    expect(found.filter(({ id }) => id.startsWith('bonus.'))).toHaveLength(30);
    expect(found.filter(({ id }) => /^landmark\.\d+$/.test(id))).toHaveLength(8);
    for (const topic of found) {
      expect([
        topic.id,
        isText(topic.title),
        topic.text.length > 0 && topic.text.every(isText),
      ]).toEqual([topic.id, true, true]);
      for (const rule of topic.rules) expect(rules.get(rule)?.text).toBeTruthy();
    }
  });

  it('says which figures are printed, and which are ours', () => {
    const find = (id: string): string =>
      topics()
        .find((topic) => topic.id === id)
        ?.text.at(-1) ?? '';
    expect(find('landmark.15')).toBe('These figures are printed in the rules.');
    expect(find('bank')).toContain('our reconstruction');
    expect(find('bonus.12')).toContain('found by a calibration');
    expect(find('landmark.12')).toContain('the cost');
  });
});

describe('the sheet of a rival', () => {
  it('says what its signs and its points do not say, and nothing twice', async () => {
    const [step] = await lesson();
    const position = step?.view.position as unknown as Position;
    const held = heldLines(position, 'blue');
    expect(held.join(' ')).not.toMatch(/\bpoints?\b|unused/);
    expect(held.some((line) => line.includes('flâneur'))).toBe(true);
    for (const line of held) expect(seatLines(position, 'blue')).toContain(line);
    expect(seatLines(position, 'blue')[0]).toMatch(/^\d+ points?$/);
  });
});
