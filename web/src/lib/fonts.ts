/** Waits for fonts before texts are shown, so that no line jumps. */

/** Milliseconds after which a page is shown in other fonts. */
const PATIENCE = 3000;

/** The fonts that the client brings: the first two of each list of families in the tokens. */
function families(token: string): string {
  const list = getComputedStyle(document.documentElement).getPropertyValue(token);
  return list.split(',').slice(0, 2).join(',');
}

/** Resolves when every letter of some texts can be drawn, or when that takes too long. */
export async function drawable(texts: string): Promise<void> {
  const fonts = globalThis.document?.fonts;
  if (!fonts) return; // tests of texts run without a browser
  const [serif, sans] = [families('--serif'), families('--sans')];
  const letters = [...new Set(texts)].join('');
  const faces = [`16px ${serif}`, `italic 16px ${serif}`, `16px ${sans}`];
  const loading = Promise.allSettled(faces.map((face) => fonts.load(face, letters)));
  await Promise.race([loading, new Promise((done) => setTimeout(done, PATIENCE))]);
}
