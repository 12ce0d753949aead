/** A long calculation is followed while somebody waits for it; one that failed says why. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Analysis } from '../src/lib/protocol';
import { stubBrowser } from './browserStubs';

const modules = async () => ({
  api: await import('../src/lib/api'),
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

describe('an analysis that goes on', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const running: Analysis = { ...failed(null), state: 'running' };
  const refused = (code: string) =>
    new found.api.Refused({ code, message: 'no analysis', rule: null });

  /** An answer that comes when the test says so. */
  function slow() {
    let come: (answer: Analysis) => void = () => undefined;
    const answer = new Promise<Analysis>((resolve) => (come = resolve));
    return { answer, come: (value: Analysis) => come(value) };
  }

  test('is not followed once the page is gone, also if an answer is on its way', async () => {
    const [asked, looked] = [slow(), slow()];
    const look = vi.fn(() => looked.answer);
    const left = new found.followed.Followed<Analysis>(() => asked.answer, look);
    const started = left.start('table');
    left.stop();
    asked.come(running);
    await started;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(look).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);

    const analysis = new found.followed.Followed<Analysis>(() => Promise.resolve(running), look);
    await analysis.start('table');
    await vi.advanceTimersByTimeAsync(1000);
    expect(look).toHaveBeenCalledTimes(1);
    analysis.stop();
    looked.come(running);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is asked for once, however often it is started', async () => {
    const asked = slow();
    const ask = vi.fn(() => asked.answer);
    const analysis = new found.followed.Followed<Analysis>(ask, () => Promise.resolve(running));
    const started = [analysis.start('table'), analysis.start('table')];
    asked.come(running);
    await Promise.all(started);
    await analysis.start('table');
    expect(ask).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(1);
    analysis.stop();
    // Another start follows it again.
    await analysis.start('table');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(1);
  });

  test('says that it has vanished, and can be asked for again', async () => {
    const look = vi.fn(() => Promise.reject(refused('not-found')));
    const ask = vi.fn(() => Promise.resolve(running));
    const analysis = new found.followed.Followed<Analysis>(ask, look);
    await analysis.start('table');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(analysis.fault).toBe('This does not exist.');
    await analysis.start('table');
    expect(analysis.fault).toBe('');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('is looked at less and less often while the server does not answer', async () => {
    const times: number[] = [];
    let offline = true;
    const analysis = new found.followed.Followed<Analysis>(
      () => Promise.resolve(running),
      () => {
        times.push(Date.now());
        return offline ? Promise.reject(refused('offline')) : Promise.resolve(running);
      },
    );
    await analysis.start('table');
    await vi.advanceTimersByTimeAsync(120_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(analysis.fault).toBe('');
    offline = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(times.length).toBeGreaterThan(30);
    analysis.stop();
  });
});
