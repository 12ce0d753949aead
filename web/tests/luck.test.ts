/** The luck of the shuffle in words: the reader is addressed, everybody else is named. */
import { beforeAll, expect, test } from 'vitest';
import type { SeatLuck } from '../src/lib/protocol';
import { stubBrowser } from './browserStubs';

stubBrowser();
const { LANGUAGES, need, speak } = await import('../src/lib/i18n.svelte');
const { luckWords } = await import('../src/pages/replay/luckWords');

const luck = (middle: number) =>
  ({ luck: middle, low: middle - 2, high: middle + 2 }) as unknown as SeatLuck;

beforeAll(() => need('shell'));

test('every language addresses the reader, and names the others', async () => {
  for (const language of LANGUAGES.keys()) {
    await speak(language);
    for (const middle of [-5, 0, 5]) {
      expect(luckWords(luck(middle), 'Anna'), language).toContain('Anna');
      const own = luckWords(luck(middle), null);
      expect(own, language).toMatch(/\.$/);
      expect(own, language).not.toMatch(/\{\w+\}|null|luck\./);
    }
  }
  await speak('en');
  expect(luckWords(luck(5), null)).toBe('The shuffle helped you by about 5 points (+3 to +7).');
});
