/** The addresses that the server hands out are the ones that the client opens. */
import { expect, test } from 'vitest';
import { addressOf, routeOf } from '../src/lib/addresses';
import type { Page } from '../src/lib/addresses';
import { PAGES } from '../src/lib/protocol';
import { reachesOthers } from '../src/lib/share';

const VALUES = {
  id: 'abcdefgh234567ab',
  game: 'lumiere',
  puzzle: 'today',
  rule: 'L5.1',
  name: 'Anna',
  token: 'abc.def',
};
const any = addressOf as (page: Page, values: Record<string, string>) => string;

test.each(Object.keys(PAGES) as Page[])('the address of %s leads to it', (page) => {
  const address = any(page, VALUES);
  const named = Object.entries(VALUES).filter(([name]) => PAGES[page].includes(`{${name}}`));
  const wanted = { page, ...Object.fromEntries(named) };
  expect(address).not.toContain('{');
  expect(routeOf(address)).toEqual(wanted);
  const [path = '', mark] = address.split('#');
  expect(routeOf(`${path}/${mark ? `#${mark}` : ''}`), 'with a slash at its end').toEqual(wanted);
});
test('the rules are opened with a rule or without', () => {
  expect(addressOf('rules', { game: 'lumiere' })).not.toContain('#');
  expect(routeOf(addressOf('rules', { game: 'lumiere' }))).toMatchObject({ rule: '' });
});
test('what a value holds does not change the page', () => {
  for (const id of ['a/b', 'a#b', 'a b', '%', 'é?'])
    expect(routeOf(addressOf('table', { id }))).toEqual({ page: 'table', id });
});
test.each(['/nowhere', '/t', '/t/a/b', '/games/x', '/learn', '/t/%E0%A4%A'])(
  '%s is no page',
  (address) => expect(routeOf(address)).toEqual({ page: 'lost' }),
);
test('a link that names the computer itself leads nobody else here', () => {
  const own = [
    'http://localhost:8000/',
    'http://127.0.0.1:1/',
    'http://[::1]:8000/',
    'http://a.localhost/',
  ];
  const open = ['http://192.168.1.7:8000/', 'https://house.example/', 'http://127.house.example/'];
  expect(own.map(reachesOthers)).toEqual(own.map(() => false));
  expect(open.map(reachesOthers)).toEqual([true, true, true]);
});
