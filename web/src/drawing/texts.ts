/** The English words of a drawing. They stand in for `$/lib/i18n.svelte`, which loads texts in a browser. */
import lumiere from '../../locales/en/lumiere.po';
import belle from '../../locales/en/belle_epoque.po';

const texts = { ...lumiere, ...belle } as Record<string, string | readonly string[]>;

export function t(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const found = texts[key];
  const form = values['n'] === 1 ? 0 : 1;
  const text = typeof found === 'string' ? found : (found?.[form] ?? key);
  return text.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => String(values[name] ?? ''));
}
export const listing = (words: readonly string[]): string => words.join(', ');
export const number = (value: number): string => String(value).replace('-', '−');
export const signed = (value: number): string => (value > 0 ? `+${value}` : number(value));
export const nameOf = (thing: { key: string }): string => t(thing.key);
export const has = (key: string): boolean => key in texts;
