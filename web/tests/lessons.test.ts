/** The lessons: every step can be solved, has its texts, and knows why other moves are refused. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../build/po';
import { isFigures, isOffer } from '../src/games/belle_epoque/facts';
import { lesson as belleEpoque } from '../src/games/belle_epoque/lesson';
import { belleEpoque as bellePlugin } from '../src/games/belle_epoque/plugin';
import { lesson as lumiere } from '../src/games/lumiere/lesson';
import { lumiere as lumierePlugin } from '../src/games/lumiere/plugin';
import { refusalIn } from '../src/games/refusals';
import { lossOf } from '../src/lib/losses';
import { slugOf } from '../src/lib/refusal';

const LESSONS = [
  { plugin: lumierePlugin, lesson: lumiere, strategies: ['bright', 'rival', 'reserve'] },
  { plugin: bellePlugin, lesson: belleEpoque, strategies: ['walk', 'money', 'first'] },
];
const textsOf = (game: string) => {
  const path = join(import.meta.dirname, `../locales/en/${game}-book.po`);
  return parseCatalogue(readFileSync(path, 'utf8'), path).entries;
};

function stored(game: string): { refusals?: [string, string][] }[] {
  const read = (name: string): { refusals?: [string, string][] }[] => {
    const path = join(import.meta.dirname, `../src/games/${game}/${name}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  };
  return [...read('lesson'), ...read('strategies')];
}

describe.each(LESSONS)('the lesson of $plugin.id', ({ plugin, lesson, strategies }) => {
  test('the start page names its number of steps, and every step has its texts', async () => {
    const steps = await lesson();
    expect(steps).toHaveLength(plugin.lessonSteps);
    const texts = textsOf(plugin.id);
    for (const step of steps) {
      const ends = ['.title', '', ...(step.wanted.length ? ['.after'] : [])];
      for (const end of ends)
        expect(texts.has(`${plugin.id}.lesson.${step.text}${end}`), step.text + end).toBe(true);
    }
  });
  test('wanted moves are legal and lead on; other moves are refused with a rule', async () => {
    for (const step of await lesson()) {
      for (const move of step.wanted) {
        expect(step.view.legal, step.id).toContain(move);
        expect(step.after[move]?.position, step.id).toBeDefined();
      }
      for (const move of step.view.legal) expect(step.refusal(move), move).toBeNull();
    }
    const refused = (await lesson()).filter(({ wanted }) => wanted.length > 0);
    for (const step of refused) expect(step.refusal('pass')?.rule, step.id).toMatch(/^[LB]\d/);
    const { entries } = parseCatalogue(
      readFileSync(join(import.meta.dirname, `../locales/en/${plugin.id}.po`), 'utf8'),
      plugin.id,
    );
    // The engine still says it in these words, so that the reason is told in every language.
    for (const { refusals } of stored(plugin.id))
      for (const [, reason] of refusals ?? [])
        expect(entries.has(`${plugin.id}.refusal.${slugOf(reason)}`), reason).toBe(true);
  });
  test('the game of the lesson ends with its points', async () => {
    const over = (await lesson()).filter((step) => step.over);
    expect(over).toHaveLength(1);
    expect(over[0]?.wanted).toEqual([]);
    expect(over[0]?.view.scores.every(({ total }) => total > 0)).toBe(true);
  });
  test('strategies follow; in each the wanted move leads by its stated margin', async () => {
    const steps = (await lesson()).filter(({ lead }) => lead > 0);
    expect([...new Set(steps.map(({ text }) => text))].sort()).toEqual([...strategies].sort());
    for (const step of steps) {
      const [wanted = ''] = step.wanted;
      expect(Object.keys(step.results).sort()).toEqual([...step.view.legal].sort());
      const best = step.results[wanted] ?? [];
      const losses = step.view.legal
        .filter((move) => move !== wanted)
        .map((move) => lossOf(best, step.results[move] ?? [], step.seat).points);
      // Expected points are stored to a tenth for each line.
      expect(Math.min(...losses)).toBeGreaterThan(step.lead - (step.estimated ? 1 : 0.01));
      expect(step.lead).toBeGreaterThanOrEqual(step.estimated ? 2 : 3);
      const known = step.view.legal.filter((move) => !move.startsWith('draw:'));
      expect(step.previews.map(({ move }) => move).sort()).toEqual(known.sort());
    }
  });
});

test('in the Belle Époque every move of a step says what it costs and leads to', async () => {
  const steps = (await belleEpoque()).filter(({ wanted }) => wanted.length > 0);
  for (const step of steps) {
    expect(isFigures(step.figures) && step.figures.tiles.length, step.id).toBe(30);
    const previews = new Map(step.previews.map((preview) => [preview.move, preview]));
    for (const move of step.view.legal.filter((text) => !text.startsWith('draw:'))) {
      const preview = previews.get(move);
      expect(preview?.events.length, `${step.id} ${move}`).toBeGreaterThan(0);
      if (!move.startsWith('move:')) continue;
      expect(isOffer(preview?.offer ?? {}), `${step.id} ${move}`).toBe(true);
      expect(preview?.offer['sums'], `${step.id} ${move}`).not.toBeNull();
    }
  }
});

test('a refusal is found by its pattern', () => {
  const refusals = [
    ['L5.1', 'a space is taken', { 'build:smile:*:90': 'a1 b2' }],
    ['L4.3', 'you may not pass', { '*': 'pass' }],
  ] as const;
  expect(refusalIn(refusals, 'build:smile:b2:90')?.rule).toBe('L5.1');
  expect(refusalIn(refusals, 'pass')?.rule).toBe('L4.3');
  for (const move of ['build:smile:c2:90', 'build:smile:b2:180', 'build:stairs:b2:90', ''])
    expect(refusalIn(refusals, move)).toBeNull();
});
