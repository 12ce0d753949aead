/**
 * Cuts the fonts of the client out of the packages of fontsource: only letters, weights and
 * features that the client uses, so that a first visit stays small. Each font comes in bands of
 * letters, and a browser loads a band when a text needs it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

type Range = readonly [first: number, last: number];
interface Band {
  /** The part of the package's font that holds these letters. */
  part: string;
  ranges: readonly Range[];
  /** Whether every first visit needs it. */
  first: boolean;
}
interface Face {
  file: string;
  family: string;
  style: 'normal' | 'italic';
  /** All weights of a variable font, or the single one that is smaller and enough. */
  weight: number | { min: number; max: number } | undefined;
  /** The file in its package; `{part}` stands for the part. */
  source: string;
  bands: Record<string, Band>;
}

const letters = (text: string): Range[] =>
  [...text].map((letter) => [letter.codePointAt(0)!, letter.codePointAt(0)!]);

/** Basic Latin, Latin-1, and the punctuation of the languages: English, French, Portuguese, … */
const WESTERN: Band = {
  part: 'latin',
  ranges: [[0x20, 0x7e], [0xa0, 0xff], ...letters('ıŒœŸ–—‘’‚“”„•…‹›€−')],
  first: true,
};
/** The letters of Polish, Czech, Slovak, Hungarian, Croatian and Slovene. */
const CENTRAL: Band = {
  part: 'latin-ext',
  ranges: letters('ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžĽľĹĺŔŕŐőŰűĐđ'),
  first: false,
};
/** Every other Latin letter that the font has: people write their names with them. */
const EXTENDED: Band = {
  part: 'latin-ext',
  ranges: without(
    [
      [0x100, 0x24f],
      [0x1e00, 0x1e9f],
      [0x1ef2, 0x1eff],
    ],
    [WESTERN, CENTRAL],
  ),
  first: false,
};
const LATIN = { western: WESTERN, central: CENTRAL, extended: EXTENDED };

export const FACES: readonly Face[] = [
  {
    file: 'eb-garamond',
    family: 'EB Garamond',
    style: 'normal',
    weight: 500,
    source: '@fontsource-variable/eb-garamond/files/eb-garamond-{part}-wght-normal.woff2',
    bands: LATIN,
  },
  {
    file: 'eb-garamond-italic',
    family: 'EB Garamond',
    style: 'italic',
    weight: 450,
    source: '@fontsource-variable/eb-garamond/files/eb-garamond-{part}-wght-italic.woff2',
    bands: LATIN,
  },
  {
    file: 'roboto',
    family: 'Roboto',
    style: 'normal',
    weight: { min: 400, max: 700 },
    source: '@fontsource-variable/roboto/files/roboto-{part}-wght-normal.woff2',
    bands: LATIN,
  },
  {
    file: 'noto-sans-math',
    family: 'Noto Sans Math',
    style: 'normal',
    weight: undefined,
    source: '@fontsource/noto-sans-math/files/noto-sans-math-{part}-400-normal.woff2',
    // The other fonts have neither the arrows nor the narrow space of French.
    bands: { signs: { part: 'latin', ranges: letters('←→\u202f'), first: false } },
  },
];

/** Marks above letters, kerning, ligatures, and figures of one height and one width. */
const FEATURES = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'tnum'];

function codes(ranges: readonly Range[]): number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

function without(ranges: readonly Range[], bands: readonly Band[]): Range[] {
  const taken = new Set(bands.flatMap((band) => codes(band.ranges)));
  const left: [number, number][] = [];
  for (const code of codes(ranges).filter((each) => !taken.has(each))) {
    const last = left.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else left.push([code, code]);
  }
  return left;
}

function rule(face: Face, file: string, band: Band): string {
  const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');
  const ranges = band.ranges.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  );
  return `@font-face {
  font-family: '${face.family}';
  font-style: ${face.style};
  font-weight: 400 700;
  font-display: swap;
  src: url('./${file}') format('woff2');
  unicode-range: ${ranges.join(', ')};
}
`;
}

async function cut(face: Face, band: Band): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve(face.source.replace('{part}', band.part));
  return subsetFont(readFileSync(path), String.fromCodePoint(...codes(band.ranges)), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true, // screens of today do not use it
    ...(face.weight && { variationAxes: { wght: face.weight } }),
  });
}

/** Writes the cut fonts and a style sheet that names them into a folder. */
async function writeFonts(folder: string): Promise<void> {
  // The description of the fonts is this file, and their versions stand in the lock file.
  const inputs = [import.meta.filename, join(folder, '../../package-lock.json')];
  const hash = createHash('sha256');
  for (const file of inputs) hash.update(readFileSync(file));
  const state = hash.digest('hex');
  const stamp = join(folder, 'made-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  mkdirSync(folder, { recursive: true });
  // Whole files only: another build may be reading them.
  const write = (file: string, content: Buffer | string): void => {
    const path = join(folder, file);
    writeFileSync(`${path}.${process.pid}`, content);
    renameSync(`${path}.${process.pid}`, path);
  };
  let style = '';
  for (const face of FACES) {
    for (const [name, band] of Object.entries(face.bands)) {
      const file = `${face.file}-${name}.woff2`;
      write(file, await cut(face, band));
      style += rule(face, file, band);
    }
  }
  write('fonts.css', style);
  write('made-from', state);
}

export function fonts(): Plugin {
  return {
    name: 'lutetia-fonts',
    apply: () => !process.env['VITEST'], // tests of texts and geometry draw nothing
    configResolved(config) {
      return writeFonts(join(config.root, 'node_modules/.fonts'));
    },
    /** The page asks for the fonts of a first visit before it has read the style sheets. */
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const files = FACES.flatMap((face) =>
          Object.entries(face.bands)
            .filter(([, band]) => band.first)
            .map(([name]) => `${face.file}-${name}.woff2`),
        );
        return Object.values(bundle ?? {})
          .filter(
            (part) => part.type === 'asset' && part.names.some((name) => files.includes(name)),
          )
          .map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${fileName}`,
              crossorigin: '',
            },
          }));
      },
    },
  };
}
