/**
 * Compiles locales/<language>/<domain>.po to modules: the texts with the spaces of the language, and
 * its plural rule. A text that is not translated is English. A language has its own cases and no
 * others.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { formOf, isEmpty, parseCatalogue, pluralOf } from './po.ts';
import type { Entry } from './po.ts';
import { typeset } from './typography.ts';

/** The form for touch screens. Every language has it where English has it; all others are cases. */
export const TOUCH = 'touch';

export function catalogues(): Plugin {
  return {
    name: 'lutetia-catalogues',
    transform(source, id) {
      if (!id.endsWith('.po')) return null;
      const catalogue = parseCatalogue(source, id);
      const english = join(dirname(dirname(id)), 'en', basename(id));
      const texts: Record<string, Entry> = {};
      for (const [key, entry] of parseCatalogue(readFileSync(english, 'utf8'), english).entries)
        if (!formOf(key) || formOf(key) === TOUCH) texts[key] = entry;
      const language = catalogue.headers['Language'] ?? 'en';
      for (const [key, entry] of catalogue.entries)
        if (!isEmpty(entry))
          texts[key] =
            typeof entry === 'string'
              ? typeset(entry, language)
              : entry.map((form) => typeset(form, language));
      this.addWatchFile(english);
      const { source: plural } = pluralOf(catalogue, id);
      const code = `export const plural = ${plural};\nexport default ${JSON.stringify(texts)};`;
      return { code, map: null };
    },
  };
}
