/** Lets the client import the games' component files, so that shapes and tiles have one source. */
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

export function components(): Plugin {
  return {
    name: 'lutetia-components',
    transform(source, id) {
      if (!id.endsWith('.toml')) return null;
      const withoutSources = JSON.stringify(parse(source), (key, value: unknown) =>
        key === 'provenance' ? undefined : value,
      );
      return { code: `export default ${withoutSources}`, map: null };
    },
  };
}
