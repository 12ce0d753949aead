/** What people and computers at a table are called. */
import { beforeAll, expect, test, vi } from 'vitest';

let titlesOf: (typeof import('../src/lib/chairs'))['titlesOf'];
let sittingOf: (typeof import('../src/lib/chairs'))['sittingOf'];
let partsOfTitle: (typeof import('../src/lib/chairs'))['partsOfTitle'];

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    addEventListener: () => undefined,
  });
  const i18n = await import('../src/lib/i18n.svelte');
  await i18n.need('shell');
  ({ titlesOf, sittingOf, partsOfTitle } = await import('../src/lib/chairs'));
});

const computer = (level: number) => ({ kind: 'computer' as const, level, name: null });
const person = (name: string | null) => ({ kind: 'person' as const, level: null, name });
const open = { kind: 'open' as const, level: null, name: null };

test('a guest without a chosen name is told from one with a name, in English, too', async () => {
  const { isUnnamed } = await import('../src/lib/chairs');
  expect(['Guest 3266', 'Anna', 'Guest'].map(isUnnamed)).toEqual([true, false, false]);
});

test('computers of one level are numbered, others are not', () => {
  expect(titlesOf([person('Anna'), computer(3), computer(5), computer(3)])).toEqual([
    'Anna',
    'Colette I',
    'Camille',
    'Colette II',
  ]);
  expect(titlesOf([person('Anna'), computer(3)])).toEqual(['Anna', 'Colette']);
});
test('whoever shares a name is numbered; open seats are all alike', () => {
  expect(titlesOf([person('Colette'), computer(3), open, open])).toEqual([
    'Colette I',
    'Colette II',
    'open seat',
    'open seat',
  ]);
});
test('a record names computers by their level', () => {
  expect(titlesOf(['computer 3', 'Anna', 'computer 3'].map((name) => sittingOf(name)))).toEqual([
    'Colette I',
    'Anna',
    'Colette II',
  ]);
  const levels = [{ level: 3, name: 'Café waiter' }];
  expect(
    titlesOf(['Café waiter', 'Anna', 'Coachman'].map((name) => sittingOf(name, levels))),
  ).toEqual(['Colette', 'Anna', 'Coachman']);
});
test('a numeral is told from the name, so that it is never cut', () => {
  const titles = titlesOf([person('Anna Maria'), computer(1), computer(1)]);
  expect(titles.map(partsOfTitle)).toEqual([
    ['Anna Maria', ''],
    ['Gavroche', 'I'],
    ['Gavroche', 'II'],
  ]);
  // Nor is the number of a guest, which tells one guest from another.
  expect(partsOfTitle('Convidado 2629')).toEqual(['Convidado', '2629']);
  expect(partsOfTitle('Vivi')).toEqual(['Vivi', '']);
  expect(partsOfTitle('Malcolm XVI')).toEqual(['Malcolm XVI', '']);
});
