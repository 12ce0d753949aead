/** Fonts come before the texts that are drawn with them, so that no line ever jumps. */

/** One of each file; every weight of a style is in the same file. */
const FACES = [
  '500 16px "EB Garamond"',
  'italic 400 16px "EB Garamond"',
  '400 16px Roboto',
  '400 16px "Noto Sans Math"',
];
/** Milliseconds after which a page is shown in other fonts. */
const PATIENCE = 3000;

/** Resolves when every letter of some texts can be drawn, or when that takes too long. */
export async function drawable(texts: string): Promise<void> {
  if (!('document' in globalThis)) return; // tests of texts run without a browser
  const letters = [...new Set(texts)].join('');
  const loading = Promise.allSettled(FACES.map((face) => document.fonts.load(face, letters)));
  await Promise.race([loading, new Promise((done) => setTimeout(done, PATIENCE))]);
}
