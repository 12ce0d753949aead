/** Addresses. The server answers every one of them with the same page. */

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'learn'; game: string }
  | { page: 'rules'; game: string; rule: string }
  | { page: 'replay'; id: string }
  | { page: 'score'; game: string }
  | { page: 'games' }
  | { page: 'tables' }
  | { page: 'settings' }
  | { page: 'lost' };

let path = $state(location.pathname + location.hash);

export function routeOf(address: string): Route {
  const [before = '/', hash = ''] = address.split('#');
  const [first = '', second = '', more] = before.split('/').filter(Boolean);
  if (first === '') return { page: 'home' };
  if (more !== undefined) return { page: 'lost' };
  if (first === 't' && second) return { page: 'table', id: second };
  if (first === 'learn' && second) return { page: 'learn', game: second };
  if (first === 'rules' && second) return { page: 'rules', game: second, rule: hash };
  if (first === 'replay' && second) return { page: 'replay', id: second };
  if (first === 'score' && second) return { page: 'score', game: second };
  if (first === 'games' && !second) return { page: 'games' };
  if (first === 'tables' && !second) return { page: 'tables' };
  if (first === 'settings' && !second) return { page: 'settings' };
  return { page: 'lost' };
}

export function route(): Route {
  return routeOf(path);
}

export function go(address: string): void {
  history.pushState(null, '', address);
  path = address;
  window.scrollTo(0, 0);
}

/** Follows links inside the client without loading the page anew. */
export function listen(): void {
  addEventListener('popstate', () => (path = location.pathname + location.hash));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element).closest?.('a[href^="/"]');
    if (!link || link.hasAttribute('download') || link.getAttribute('target')) return;
    const href = link.getAttribute('href') ?? '/';
    if (href.startsWith('/api/')) return;
    event.preventDefault();
    go(href);
  });
}
