/** Which page is shown. The server answers every address of a page with the same file. */
import { addressOf, routeOf } from './addresses';
import type { Needs, Page, Route } from './addresses';

const here = (): string => location.pathname + location.hash;
let path = $state(here());

export function route(): Route {
  return routeOf(path);
}

/** Opens a page of the client. */
export function go<P extends Page>(page: P, ...values: Needs<P>): void {
  follow(addressOf(page, ...values));
}

/** Opens a page in place of the current one. The back button skips the current one. */
export function replace<P extends Page>(page: P, ...values: Needs<P>): void {
  history.replaceState(null, '', addressOf(page, ...values));
  path = here();
  window.scrollTo(0, 0);
}

function follow(address: string): void {
  history.pushState(null, '', address);
  path = here();
  window.scrollTo(0, 0);
}

/** Follows links inside the client without loading the page anew. */
export function listen(): void {
  addEventListener('popstate', () => (path = here()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest?.('a[href^="/"]');
    if (!link || link.hasAttribute('download') || link.getAttribute('target')) return;
    const href = link.getAttribute('href') ?? '';
    // Other addresses belong to the server: files and answers of the API.
    if (routeOf(href).page === 'lost') return;
    event.preventDefault();
    follow(href);
  });
}
