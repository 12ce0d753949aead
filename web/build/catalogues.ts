/** Compiles locales/<language>/<domain>.po to modules; a text that is not translated is English. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { isEmpty, parseCatalogue } from './po.ts';

export function catalogues(): Plugin {
  return {
    name: 'lutetia-catalogues',
    transform(source, id) {
      if (!id.endsWith('.po')) return null;
      const { entries } = parseCatalogue(source, id);
      const english = join(dirname(dirname(id)), 'en', basename(id));
      const texts: Record<string, string | string[]> = {};
      for (const [key, entry] of parseCatalogue(readFileSync(english, 'utf8'), english).entries) {
        const own = entries.get(key);
        texts[key] = own === undefined || isEmpty(own) ? entry : own;
      }
      this.addWatchFile(english);
      return { code: `export default ${JSON.stringify(texts)}`, map: null };
    },
  };
}
