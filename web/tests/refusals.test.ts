/** The engine's refusals have a text of their own in the catalogues. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../build/po';
import { bareReason, slugOf } from '../src/lib/refusal';

const ROOT = join(import.meta.dirname, '../..');

test('every reason of La Cité is translated', () => {
  const source = readFileSync(join(ROOT, 'src/lutetia/games/lumiere/refusals.py'), 'utf8');
  const reasons = [...source.matchAll(/Refusal\("(L[\d.]*)", "([^"]+)"\)/g)].map(([, , reason]) => reason ?? '');
  const { entries } = parseCatalogue(readFileSync(join(ROOT, 'web/locales/en/lumiere.po'), 'utf8'), 'lumiere.po');
  expect(reasons.length).toBeGreaterThan(30);
  expect(reasons.filter((reason) => !entries.has(`lumiere.refusal.${slugOf(reason)}`))).toEqual([]);
});

describe('a refusal', () => {
  test('is told without the move and the rule that the page shows anyway', () => {
    expect(bareReason("build:line:a1:0: a space there has the rival's colour (L5.1)", 'L5.1')).toBe("a space there has the rival's colour");
  });
  test('of no rule is told as it is', () => {
    expect(bareReason('too many: wait', null)).toBe('too many: wait');
  });
});
