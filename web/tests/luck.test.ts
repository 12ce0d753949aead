/** The luck of the shuffle in words: the reader is addressed, everybody else is named. */
import { beforeAll, expect, test } from 'vitest';
import type { SeatLuck } from '../src/lib/protocol';
import { stubBrowser } from './browserStubs';

stubBrowser();
const { LANGUAGES, need, speak } = await import('../src/lib/i18n.svelte');
const { adjustedWords, luckWords } = await import('../src/pages/replay/luckWords');

const luck = (middle: number) =>
  ({
    luck: middle,
    low: middle - 2,
    high: middle + 2,
    margin: 4,
    adjusted: 4 - middle,
  }) as unknown as SeatLuck;

beforeAll(() => need('shell'));

test('every language addresses the reader, and names the others', async () => {
  for (const language of LANGUAGES.keys()) {
    await speak(language);
    for (const middle of [-5, 0, 5]) {
      expect(luckWords(luck(middle), 'Anna'), language).toContain('Anna');
      expect(adjustedWords(luck(middle), 'Anna'), language).toContain('Anna');
      for (const words of [luckWords, adjustedWords]) {
        const own = words(luck(middle), null);
        expect(own, language).toMatch(/\.$/);
        expect(own, language).not.toMatch(/\{\w+\}|null|luck\./);
      }
    }
  }
  await speak('en');
  expect(luckWords(luck(5), null)).toBe('The shuffle helped you by about 5 points (+3 to +7).');
  expect(adjustedWords(luck(5), 'Anna')).toBe(
    'The margin for Anna was +4; without the luck it would be about −1.',
  );
  expect(adjustedWords(luck(5), null)).toBe(
    'Your margin was +4; without the luck it would be about −1.',
  );
});
