/** Languages: texts come from compiled catalogues, by domain; changing the language redraws. */
import { drawable } from './fonts';
import { settings } from './settings.svelte';

export const LANGUAGES = { en: 'English', fr: 'Français', pl: 'Polski', pt: 'Português' } as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Record<string, string | readonly string[]>;
type Values = Readonly<Record<string, string | number>>;

const files = import.meta.glob<{ default: Texts }>('../../locales/*/*.po');
const domains = new Set<string>();
let language = $state<Language>('en');
let texts = $state.raw<Texts>({});

/** Which form of a text goes with a number; the order of the catalogues' Plural-Forms. */
const PLURALS: Record<Language, (n: number) => number> = {
  en: (n) => (n === 1 ? 0 : 1),
  pt: (n) => (n === 1 ? 0 : 1),
  fr: (n) => (n > 1 ? 1 : 0),
  pl: (n) => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2),
};

async function fetchTexts(wanted: Language, domain: string): Promise<Texts> {
  const load = files[`../../locales/${wanted}/${domain}.po`];
  if (!load) return {};
  const found = (await load()).default;
  await drawable(Object.values(found).flat().join(''));
  return found;
}

/** Makes the texts of some domains available; resolves when they are. */
export async function need(...wanted: readonly string[]): Promise<void> {
  const missing = wanted.filter((domain) => !domains.has(domain));
  for (const domain of missing) domains.add(domain);
  const found = await Promise.all(missing.map((domain) => fetchTexts(language, domain)));
  if (missing.length) texts = Object.assign({}, texts, ...found);
}

export async function speak(wanted: Language): Promise<void> {
  const found = await Promise.all([...domains].map((domain) => fetchTexts(wanted, domain)));
  language = wanted;
  texts = Object.assign({}, ...found);
  document.documentElement.lang = wanted;
}

/** The reader's choice, or the first of the browser's languages that we speak. */
export function preferredLanguage(): Language {
  const wishes = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (wishes.find((wish) => wish in LANGUAGES) as Language | undefined) ?? 'en';
}

export function spoken(): Language {
  return language;
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a key. `n` chooses the plural form; a missing text shows its key. */
export function t(key: string, values: Values = {}): string {
  const entry = texts[key];
  if (entry === undefined) return key;
  if (typeof entry === 'string') return fill(entry, values);
  const form = PLURALS[language](Number(values['n'] ?? 1));
  return fill(entry[form] ?? entry[0] ?? key, values);
}

/** Whether a key has a text, for things that not every language or game names. */
export function has(key: string): boolean {
  return key in texts;
}

/** A name at the beginning of a line or a title. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** A number with a real minus sign. */
export function number(value: number): string {
  return String(value).replace('-', '−');
}

/** A change: always with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : number(value);
}

/** "a, b and c" in the reader's language. */
export function listing(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}

/** How long ago, in words. */
export function ago(milliseconds: number): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.round(hours / 24), 'day');
}
