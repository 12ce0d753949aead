/**
 * Turns a folder of drawings into one text of SVG symbols: `import art from '../art/icon?sprite'`.
 * The id of a drawing is the name of its file; icons and postcards get the prefixes `i-` and `card-`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve, dirname } from 'node:path';
import type { Plugin } from 'vite';

const PREFIXES: Record<string, string> = { icon: 'i-', card: 'card-' };
const QUERY = '?sprite';

export function symbolOf(source: string, id: string): string {
  return source
    .trim()
    .replace(/^<svg xmlns="[^"]*"/, `<symbol id="${id}"`)
    .replace(/<\/svg>$/, '</symbol>');
}

export function sprites(): Plugin {
  return {
    name: 'lutetia-sprites',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(QUERY) || !importer) return null;
      const folder = source.slice(0, -QUERY.length);
      const root = resolve(import.meta.dirname, '../src');
      const path = folder.startsWith('$/')
        ? join(root, folder.slice(2))
        : resolve(dirname(importer), folder);
      return `\0sprite:${path}`;
    },
    load(id) {
      if (!id.startsWith('\0sprite:')) return null;
      const folder = id.slice('\0sprite:'.length);
      const prefix = PREFIXES[basename(folder)] ?? '';
      const symbols = readdirSync(folder)
        .filter((file) => file.endsWith('.svg'))
        .sort()
        .map((file) => {
          const path = join(folder, file);
          this.addWatchFile(path);
          return symbolOf(readFileSync(path, 'utf8'), prefix + basename(file, '.svg'));
        });
      return `export default ${JSON.stringify(symbols.join(''))}`;
    },
  };
}
