/** Languages: texts come from compiled catalogues, by domain; changing the language redraws. */
import { drawable } from './fonts';
import { bestLanguage, languagesOf } from './languages';
import { settings } from './settings.svelte';

type Texts = Record<string, string | readonly string[]>;
interface Catalogue {
  default: Texts;
  /** Which form of a text goes with a number. */
  plural: (n: number) => number;
}
type Values = Readonly<Record<string, string | number | Thing>>;

/** Something that a sentence names. The sentence may ask for a case of the name: `{name:acc}`. */
export interface Thing {
  key: string;
  values?: Values;
  /** Its name if no catalogue has one. */
  name?: string;
}

const files = import.meta.glob<Catalogue>('../../locales/*/*.po');
/** Every language by its code, with its own name. A folder of catalogues is a language. */
export const LANGUAGES = languagesOf(Object.keys(files));

const domains = new Set<string>();
let language = $state('en');
let texts = $state.raw<Texts>({});
let plural: Catalogue['plural'] = (n) => (n === 1 ? 0 : 1);

/* A finger has no wheel, no keys and does not click: some texts have a form for touch screens. */
const fingers = globalThis.matchMedia?.('(hover: none) and (pointer: coarse)');
let touch = $state(fingers?.matches ?? false);
fingers?.addEventListener('change', () => {
  touch = fingers.matches;
});

async function fetchTexts(wanted: string, domain: string): Promise<Catalogue | null> {
  const found = await files[`../../locales/${wanted}/${domain}.po`]?.();
  if (found) await drawable(Object.values(found.default).flat().join(''));
  return found ?? null;
}

function together(found: readonly (Catalogue | null)[]): Texts {
  return Object.assign({}, ...found.map((catalogue) => catalogue?.default ?? {})) as Texts;
}

/** Makes the texts of some domains available; resolves when they are. */
export async function need(...wanted: readonly string[]): Promise<void> {
  const missing = wanted.filter((domain) => !domains.has(domain));
  for (const domain of missing) domains.add(domain);
  const found = await Promise.all(missing.map((domain) => fetchTexts(language, domain)));
  plural = found.find(Boolean)?.plural ?? plural;
  if (missing.length) texts = { ...texts, ...together(found) };
}

export async function speak(wanted: string): Promise<void> {
  const found = await Promise.all([...domains].map((domain) => fetchTexts(wanted, domain)));
  language = wanted;
  plural = found.find(Boolean)?.plural ?? plural;
  texts = together(found);
  document.documentElement.lang = wanted;
}

/** The reader's choice, or the first of the browser's languages that we speak. */
export function preferredLanguage(): string {
  return bestLanguage([settings.language, ...navigator.languages], LANGUAGES.keys());
}

export function spoken(): string {
  return language;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name: string, form: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'object') return nameOf(value, form);
    return typeof value === 'number' ? number(value) : value;
  });
}

/** The name of a thing, in a case if its language has that case for it. */
export function nameOf({ key, values, name }: Thing, form?: string): string {
  const found = form && has(`${key}:${form}`) ? `${key}:${form}` : key;
  return name !== undefined && !has(found) ? name : t(found, values);
}

/** The text of a key. `n` chooses the plural form; a missing text shows its key. */
export function t(key: string, values: Values = {}): string {
  const entry = (touch ? texts[`${key}:touch`] : undefined) ?? texts[key];
  if (entry === undefined) return key;
  if (typeof entry === 'string') return fill(entry, values);
  return fill(entry[plural(Number(values['n'] ?? 1))] ?? entry[0] ?? key, values);
}

/** Whether a key has a text, for things that not every language or game names. */
export function has(key: string): boolean {
  return key in texts;
}

/** A name at the beginning of a line, a sentence or a title. Signs before its first letter stay. */
export function capital(text: string): string {
  return text.replace(/^((?:<[^>]*>|[¿¡])*)(.)/u, (_, signs: string, first: string) => {
    return signs + first.toLocaleUpperCase(language);
  });
}

/** A number with a real minus sign and the decimal sign of the language. */
export function number(value: number): string {
  const format = { useGrouping: false, maximumFractionDigits: 2 } as const;
  return value.toLocaleString(language, format).replace('-', '−');
}

/** A change: always with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** "a, b and c" in the reader's language. */
export function listing(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}

/** A day, in the reader's language. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toLocaleDateString(language, { dateStyle: 'medium' });
}

/** How long ago, in words. */
export function ago(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day');
}
