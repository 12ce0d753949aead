/** The engine's refusals have a text of their own in the catalogues. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../build/po';
import { bareFault, bareReason, faultKeys, slugOf } from '../src/lib/refusal';

const ROOT = join(import.meta.dirname, '../..');

test.each([
  ['lumiere', 30],
  ['belle_epoque', 45],
])('every reason of %s is translated', (game, least) => {
  const source = readFileSync(join(ROOT, `src/lutetia/games/${game}/rules/refusals.py`), 'utf8');
  const reasons = [...source.matchAll(/Refusal\(\s*"([LBH][\d.]*)", "([^"]+)"\s*\)/g)].map(
    ([, , reason]) => reason ?? '',
  );
  const { entries } = parseCatalogue(
    readFileSync(join(ROOT, `web/locales/en/${game}.po`), 'utf8'),
    `${game}.po`,
  );
  expect(reasons.length).toBeGreaterThan(least);
  const wanted = reasons.map((reason) => `${game}.refusal.${slugOf(reason)}`);
  expect(wanted.filter((key) => !entries.has(key))).toEqual([]);
  const written = [...entries.keys()].filter((key) => key.startsWith(`${game}.refusal.`));
  expect(written.filter((key) => !wanted.includes(key))).toEqual([]);
});

/** Codes as the server's sources write them; what ends in braces stands for each of its words. */
function faultCodes(game: string): string[] {
  const folder = join(ROOT, 'src/lutetia/games', game, 'real_table');
  const source = readdirSync(folder)
    .filter((name) => name.endsWith('.py'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const codes = [
    ...source.matchAll(/\b(?:fault|impossible)\(\s*(?:\w+,\s*)?f?"([\w{}-]+)",\s*(?:f?"|rule)/g),
  ].map(([, code]) => code ?? '');
  const words: Record<string, string[]> = {
    '{what}': ['points', 'francs'],
    '{code}': ['streetlight-covered', 'rival-covered'],
  };
  const pairs = [...source.matchAll(/\(\s*"([a-z-]+)", (?:"L|doubled|shared)/g)].map(
    ([, code]) => code ?? '',
  );
  return [...codes, ...pairs].flatMap((code) => {
    const word = /\{\w+\}/.exec(code)?.[0];
    return word ? (words[word] ?? [code]).map((found) => code.replace(word, found)) : [code];
  });
}

test.each([
  ['lumiere', 25],
  ['belle_epoque', 9],
])('every fault of a real table of %s is translated', (game, least) => {
  const codes = faultCodes(game);
  const { entries } = parseCatalogue(
    readFileSync(join(ROOT, `web/locales/en/${game}-score.po`), 'utf8'),
    `${game}-score.po`,
  );
  expect(new Set(codes).size).toBeGreaterThanOrEqual(least);
  expect(codes.filter((code) => !entries.has(`${game}.fault.${code}`))).toEqual([]);
  const written = [...entries.keys()]
    .filter((key) => key.includes('.fault.'))
    .map((key) => key.replace(`${game}.fault.`, ''));
  expect(written.filter((code) => !codes.includes(code))).toEqual([]);
});

const LANGUAGES = readdirSync(join(ROOT, 'web/locales'));

/** Every source of the server's side; what the engine refuses has rules and is tested above. */
function serverSources(): string {
  const folders = ['match', 'server', 'storage'].map((name) => join(ROOT, 'src/lutetia', name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true }),
  );
  return files
    .filter(({ name }) => name.endsWith('.py'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
}

const CODES: Record<string, string> = {
  NotPossible: 'not-possible',
  Limit: 'limit',
  Forbidden: 'forbidden',
  Unavailable: 'unavailable',
};

describe.each(LANGUAGES)('the faults of the server in %s', (language) => {
  const { entries } = parseCatalogue(
    readFileSync(join(ROOT, `web/locales/${language}/shell.po`), 'utf8'),
    'shell.po',
  );

  test('every code has a text', () => {
    const listed =
      /^STATUS = \{([^}]+)\}/m.exec(
        readFileSync(join(ROOT, 'src/lutetia/server/http/errors.py'), 'utf8'),
      )?.[1] ?? '';
    const codes = [...listed.matchAll(/"([a-z-]+)": \d/g)].map(([, code]) => code ?? '');
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => !entries.has(`fault.${code}`))).toEqual([]);
  });
  test('every sentence about what is not possible has a text, and every text a sentence', () => {
    const raised = [
      ...serverSources().matchAll(
        /raise (NotPossible|Limit|Forbidden|Unavailable)\(\s*f?"((?:[^"\\]|\\.)+)"/g,
      ),
    ];
    // A value is a number, or stands behind a colon: both are how the client finds the text.
    const keys = raised.map(([, kind, words = '']) =>
      faultKeys(CODES[kind ?? ''] ?? '', words.replace(/\{[^}]+\}/g, '7')),
    );
    const [notPossible, all] = [
      keys.filter(([key]) => key?.startsWith('fault.not-possible.')),
      new Set(keys.flat()),
    ];
    expect(notPossible.length).toBeGreaterThan(20);
    expect(
      notPossible.filter((found) => !found.slice(0, 2).some((key) => entries.has(key))),
    ).toEqual([]);
    const rules = [...serverSources().matchAll(/NAME_RULE = \(\s*"([^"]+)"/g)];
    for (const [, words = ''] of rules) faultKeys('bad-name', words).forEach((key) => all.add(key));
    const exact = [...entries.keys()].filter((key) => /^fault\.[\w-]+\./.test(key));
    expect(exact.filter((key) => !all.has(key))).toEqual([]);
  });
});

describe('a refusal', () => {
  test('is looked for by its sentence, then by what stands before a quotation, then by its code', () => {
    expect(faultKeys('not-possible', 'this seat is already open on 8 devices')[0]).toBe(
      'fault.not-possible.this-seat-is-already-open-on-n-devices',
    );
    expect(
      faultKeys('not-possible', 'only valid records can be shared: move 3 is illegal').slice(1),
    ).toEqual(['fault.not-possible.only-valid-records-can-be-shared', 'fault.not-possible']);
  });
  test('of a table is told without line and rule', () => {
    expect(bareFault('line 21: corner is on the board twice (L1.4)', 'L1.4')).toBe(
      'corner is on the board twice',
    );
    expect(bareFault('the francs of blue are missing', '')).toBe('the francs of blue are missing');
  });
  test('is told without the move and the rule that the page shows anyway', () => {
    expect(
      bareReason("build:line:a1:0: one of these spaces has your rival's colour (L5.1)", 'L5.1'),
    ).toBe("one of these spaces has your rival's colour");
  });
  test('says the seconds that the server names', () => {
    const wait = faultKeys('limit', 'too many requests: try again in 12 s')[0];
    expect(wait).toBe('fault.limit.too-many-requests-try-again-in-n-s');
  });
  test('of no rule is told as it is', () => {
    expect(bareReason('too many: wait', null)).toBe('too many: wait');
  });
});
