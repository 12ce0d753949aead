/** Which languages there are, what they call themselves, and which one a reader wants. */

/** The languages of some catalogues `…/<language>/<domain>.po`: English first, then by name. */
export function languagesOf(catalogues: readonly string[]): ReadonlyMap<string, string> {
  const codes = new Set(catalogues.map((path) => path.split('/').at(-2) ?? ''));
  const named = [...codes].map((code): [string, string] => [code, ownName(code)]);
  const rank = ([code, name]: [string, string]): string => (code === 'en' ? '' : name);
  return new Map(named.sort((one, other) => rank(one).localeCompare(rank(other), 'en')));
}

/** What a language calls itself: "Polski", "Português (Brasil)". */
function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/**
 * The first wish that there is a language for: the same tag, then the language without its country,
 * then the same language of another country. Without any it is English.
 */
export function bestLanguage(wishes: readonly string[], codes: Iterable<string>): string {
  const known = [...codes];
  for (const wish of wishes.map((tag) => tag.toLowerCase()).filter(Boolean)) {
    const [language = ''] = wish.split('-');
    const found =
      known.find((code) => code.toLowerCase() === wish) ??
      known.find((code) => code === language) ??
      known.find((code) => code.split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}
