/**
 * The addresses of the client's pages. They come from the server (`PAGES` in the protocol), because
 * the server hands out links to them. No other code writes an address.
 */
import { PAGES } from './protocol';

export type Page = keyof typeof PAGES;

/** The names in braces, in the path and behind its `#`. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Path<Text> = Text extends `${infer Before}#${string}` ? Before : Text;
type Mark<Text> = Text extends `${string}#${infer After}` ? After : never;
export type Values<P extends Page> = Record<Names<Path<(typeof PAGES)[P]>>, string> &
  Partial<Record<Names<Mark<(typeof PAGES)[P]>>, string>>;
/** The values that the address of a page needs. */
export type Needs<P extends Page> = object extends Values<P> ? [] : [Values<P>];

export type Route = { [P in Page]: { page: P } & Values<P> }[Page] | { page: 'lost' };

/** The address of a page: `addressOf('table', { id })`. */
export function addressOf<P extends Page>(page: P, ...[values]: Needs<P>): string {
  const given: Record<string, string> = { ...values };
  const [path = '', mark = ''] = PAGES[page].split('#');
  const filled = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  return filled(path) + (filled(mark) && `#${filled(mark)}`);
}

/** The page at an address; a slash at its end makes no difference. */
export function routeOf(address: string): Route {
  const [path = '', mark = ''] = address.split('#');
  for (const [page, pattern] of Object.entries(PAGES)) {
    const [wanted = '', name = ''] = pattern.split('#');
    const values = match(words(wanted), words(path));
    if (!values) continue;
    if (name) values[name.slice(1, -1)] = readable(mark) ?? '';
    return { page, ...values } as Route;
  }
  return { page: 'lost' };
}

const words = (path: string): string[] => path.split('/').filter(Boolean);

function match(wanted: string[], found: string[]): Record<string, string> | null {
  if (wanted.length !== found.length) return null;
  const values: Record<string, string> = {};
  for (const [index, word] of wanted.entries()) {
    const value = readable(found[index] ?? '');
    if (value === null) return null;
    if (word.startsWith('{')) values[word.slice(1, -1)] = value;
    else if (word !== value) return null;
  }
  return values;
}

/** Decodes the percent signs of an address; null if the result is no text. */
function readable(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
