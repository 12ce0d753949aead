/** Writes the list of built files into the service worker, so that it can keep them for offline use. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PAGES } from '../src/lib/protocol.ts';

export function offline(): Plugin {
  let [root, copied] = ['', ''];
  return {
    name: 'lutetia-offline',
    apply: 'build',
    configResolved(config) {
      [root, copied] = [config.root, config.publicDir];
    },
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => !file.endsWith('.map'));
      // The files that are copied as they are, like the script of the theme, are not in the bundle,
      // and their names say nothing about what they contain.
      const plain = readdirSync(copied);
      const all = [...files, ...plain];
      const kept = [
        PAGES.home,
        ...all.filter((file) => file !== 'index.html').map((file) => `/${file}`),
      ];
      const hash = createHash('sha256').update(kept.join('\n'));
      for (const file of plain) hash.update(readFileSync(join(copied, file)));
      const version = hash.digest('hex').slice(0, 12);
      const worker = readFileSync(join(root, 'src/worker.js'), 'utf8')
        .replace("'__VERSION__'", JSON.stringify(version))
        .replace("'__HOME__'", JSON.stringify(PAGES.home))
        .replace("'__FILES__'", JSON.stringify(kept));
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker });
    },
  };
}
