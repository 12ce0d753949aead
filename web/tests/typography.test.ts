/** Spaces are those of the language: before its percent sign, and before French signs. */
import { expect, test } from 'vitest';
import { typeset } from '../build/typography';

test.each([
  ['en', '95% of them'],
  ['pl', '95% of them'],
  ['it', '95% of them'],
  ['pt', '95% of them'],
  ['pt-BR', '95% of them'],
  ['de', '95\u00a0% of them'],
  ['es', '95\u00a0% of them'],
  ['fr', '95\u00a0% of them'],
])('a number in %s has the percent sign where the language has it', (language, set) => {
  expect(typeset('95 % of them', language)).toBe(set);
  expect(typeset('95% of them', language)).toBe(set);
  expect(typeset('{n} % of them', language)).toBe(set.replace('95', '{n}'));
});

test('no line ends before a French sign, and none begins after an opening one', () => {
  expect(typeset('Où poser « {name} » ? Ici !', 'fr')).toBe(
    'Où poser «\u202f{name}\u202f»\u202f? Ici\u202f!',
  );
  expect(typeset('Réserve : {list} ; rien', 'fr')).toBe('Réserve\u202f: {list}\u202f; rien');
  expect(typeset('Ready? Then go: now.', 'en')).toBe('Ready? Then go: now.');
});
