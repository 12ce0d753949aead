/**
 * Spaces that never break a line. Catalogues are written with ordinary spaces, which everybody can
 * type and see. A space before ? ! : ; and inside « » becomes narrow, and before % stands what the
 * language writes there: nothing in English, a space in German.
 */

const [WIDE, NARROW] = ['\u00a0', '\u202f'];

/** What a language writes between a number and its % sign. */
function beforePercent(language: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'percent' }).formatToParts(0.5);
  return parts.some(({ type }) => type === 'literal') ? WIDE : '';
}

export function typeset(text: string, language: string): string {
  return text
    .replace(/([\d}]) ?%/g, `$1${beforePercent(language)}%`)
    .replace(/ (?=[?!:;»])/g, NARROW)
    .replace(/« /g, `«${NARROW}`);
}
