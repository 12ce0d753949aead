/** Writes the list of built files into the service worker, so that it can keep them for offline use. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PAGES } from '../src/lib/protocol.ts';

export function offline(): Plugin {
  let root = '';
  return {
    name: 'lutetia-offline',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => !file.endsWith('.map'));
      const kept = [
        PAGES.home,
        ...files.filter((file) => file !== 'index.html').map((file) => `/${file}`),
      ];
      const version = createHash('sha256').update(kept.join('\n')).digest('hex').slice(0, 12);
      const worker = readFileSync(join(root, 'src/worker.js'), 'utf8')
        .replace("'__VERSION__'", JSON.stringify(version))
        .replace("'__HOME__'", JSON.stringify(PAGES.home))
        .replace("'__FILES__'", JSON.stringify(kept));
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker });
    },
  };
}
