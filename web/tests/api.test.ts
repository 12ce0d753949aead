/** What the client asks first. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a first visit is one guest: all requests of the first moment wait for one answer', async () => {
  vi.resetModules();
  const { api, greeted } = await import('$/lib/api');
  const answers: (() => void)[] = [];
  const fetched = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answers.push(() => resolve(new Response('{}', { status: 200 })));
      }),
  );
  vi.stubGlobal('fetch', fetched);
  const all = Promise.all([greeted(), api.me(), api.catalogue(), api.tables('waiting')]);
  await new Promise((resolve) => setTimeout(resolve));
  // The catalogue is the same for everybody, so it gives no identity.
  expect(fetched.mock.calls.map(([path]: string[]) => path).sort()).toEqual([
    '/api/catalogue',
    '/api/me',
  ]);
  while (answers.length < 4) {
    answers.forEach((answer) => answer());
    await new Promise((resolve) => setTimeout(resolve));
  }
  answers.forEach((answer) => answer());
  await all;
  expect(fetched).toHaveBeenCalledTimes(4);
});
