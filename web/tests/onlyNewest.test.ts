/** A list that is asked for twice shows the second answer, whichever comes first. */
import { expect, test } from 'vitest';
import { onlyNewest } from '../src/lib/onlyNewest';

test('an older answer or refusal that comes later is dropped', async () => {
  const newest = onlyNewest();
  const shown: string[] = [];
  const ask = (question: Promise<string>): void => {
    newest(question).then(
      (answer) => shown.push(answer),
      (error: unknown) => shown.push(String(error)),
    );
  };
  let answer = (_: string): void => undefined;
  let refuse = (_: string): void => undefined;
  ask(new Promise((resolve) => (answer = resolve)));
  ask(new Promise((_, reject) => (refuse = reject)));
  ask(Promise.resolve('won'));
  answer('lost');
  refuse('offline');
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toEqual(['won']);
});

test('the newest refusal is told', async () => {
  const newest = onlyNewest();
  await expect(newest(Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
