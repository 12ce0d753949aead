/** SHA-256. The browser has its own only on pages with HTTPS, and a table in a local network has none. */

/** The first 32 bits of the fractional parts of `root` of the first primes. */
function constants(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++)
      if (number % factor === 0) prime = false;
    if (prime) found.push(((root(number) % 1) * 2 ** 32) | 0);
  }
  return found;
}
const START = constants(8, Math.sqrt);
const ROUND = constants(64, Math.cbrt);
const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The hash of some bytes, as a hexadecimal number. */
export function sha256(content: Uint8Array): string {
  const padded = new Uint8Array(((content.length + 72) >> 6) << 6);
  padded.set(content);
  padded[content.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, content.length * 8);
  const hash = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = view.getInt32(block + 4 * i);
      else {
        const early = words[i - 15]!;
        const late = words[i - 2]!;
        const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        words[i] = words[i - 16]! + one + words[i - 7]! + other;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice;
      const first = (one + ROUND[i]! + words[i]!) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
