/** A link is handed on by the best way that the browser has. */
import { expect, test } from 'vitest';
import { handOn } from '../src/lib/share';

const [TITLE, URL] = ['A game', 'http://house/replay/abc'];
const refuses = (name: string) => () => Promise.reject(new DOMException('no', name));
const works = () => Promise.resolve();

test('a phone shares; where it cannot, the link is copied', async () => {
  const seen: unknown[] = [];
  const share = (what: unknown) => Promise.resolve(void seen.push(what));
  expect(await handOn(TITLE, URL, { share, copy: refuses('NotAllowedError') })).toBe('shared');
  expect(seen).toEqual([{ title: TITLE, url: URL }]);
  expect(await handOn(TITLE, URL, { share: refuses('NotAllowedError'), copy: works })).toBe(
    'copied',
  );
});
test('whoever closes the menu of the phone gets nothing else in its place', async () => {
  const copied: string[] = [];
  const copy = (text: string) => Promise.resolve(void copied.push(text));
  expect(await handOn(TITLE, URL, { share: refuses('AbortError'), copy })).toBe('dropped');
  expect(copied).toEqual([]);
});
test('without a clipboard, or one that may not be used, the link is to be shown', async () => {
  expect(await handOn(TITLE, URL, {})).toBe('refused');
  expect(await handOn(TITLE, URL, { copy: refuses('NotAllowedError') })).toBe('refused');
});
