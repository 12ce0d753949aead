/**
 * Builds `drawing.js`: the drawings of the tables as one script that makes SVG texts from positions, for
 * notebooks. It uses Svelte's rendering to text, so it needs no browser and no document.
 */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { catalogues } from './catalogues.ts';
import { components } from './components.ts';
import { sprites } from './sprites.ts';

const at = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

export async function drawingScript(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      catalogues(),
      components(),
      sprites(),
      svelte({ configFile: false, compilerOptions: { css: 'injected' }, emitCss: false }),
    ],
    resolve: {
      alias: [
        { find: /^(\$\/lib|\.)\/i18n\.svelte$/, replacement: at('drawing/texts.ts') },
        { find: /^\$\//, replacement: at('') },
      ],
    },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      write: false,
      ssr: at('drawing/drawing.ts'),
      target: 'es2022',
      minify: true,
      rollupOptions: {
        output: { format: 'iife', name: 'lutetiaDrawing', codeSplitting: false },
      },
    },
  });
  const output = Array.isArray(made) ? made[0] : made;
  if (!output || !('output' in output)) throw new Error('the drawing was not built');
  const script = output.output[0];
  return script.code;
}

export function drawing(): Plugin {
  return {
    name: 'lutetia-drawing',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'drawing.js', source: await drawingScript() });
    },
  };
}
