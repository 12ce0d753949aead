/** A long calculation that failed says why, and can be asked for again. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { Analysis } from '../src/lib/protocol';
import { stubBrowser } from './browserStubs';

const modules = async () => ({
  failure: await import('../src/lib/failure'),
  i18n: await import('../src/lib/i18n.svelte'),
  followed: await import('../src/pages/replay/followed.svelte'),
});
let found: Awaited<ReturnType<typeof modules>>;

beforeAll(async () => {
  stubBrowser();
  found = await modules();
  await found.i18n.need('shell');
}, 30_000);

const failed = (error: string | null): Analysis => ({
  id: 'one',
  state: 'failed',
  progress: 0,
  others: 0,
  result: null,
  error,
});

test.each([
  ['no worker answered in time', 'The computer is busy. Ask again in a moment.'],
  ['a worker failed', 'Something went wrong on the server.'],
  ['the analysis failed', 'Something went wrong on the server.'],
  [null, 'Something went wrong on the server.'],
  ['the record has no cards for seat 2', 'The record has no cards for seat 2.'],
])('the sentence %s is said as %s', (sentence, said) => {
  expect(found.failure.failureOf(sentence)).toBe(said);
});

test('an analysis that failed says the reason of the server, and none while it is asked again', async () => {
  const answers = [
    failed('no worker answered in time'),
    { ...failed(null), state: 'done' as const },
  ];
  const ask = vi.fn(() => Promise.resolve(answers.shift() ?? failed(null)));
  const analysis = new found.followed.Followed<Analysis>(ask, () => Promise.resolve(failed(null)));
  await analysis.start('table');
  expect(analysis.fault).toBe('The computer is busy. Ask again in a moment.');
  const again = analysis.start('table');
  expect(analysis.fault).toBe('');
  await again;
  expect(analysis.fault).toBe('');
  await analysis.start('table');
  expect(ask).toHaveBeenCalledTimes(2);
});
