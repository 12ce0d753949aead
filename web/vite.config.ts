import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { catalogues } from './build/catalogues.ts';
import { components } from './build/components.ts';
import { drawing } from './build/drawing.ts';
import { fonts } from './build/fonts.ts';
import { offline } from './build/offline.ts';
import { sprites } from './build/sprites.ts';

const server = process.env['LUTETIA_SERVER'] ?? 'http://127.0.0.1:8000';
// The server takes changes only from pages of its own address.
const passed = { target: server, changeOrigin: true, headers: { origin: server } };

// `drawing` comes last: its script is not for the client, so it is not kept for offline use.
export default defineConfig({
  plugins: [catalogues(), components(), fonts(), sprites(), svelte(), offline(), drawing()],
  resolve: { alias: { $: fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: '../src/lutetia/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': passed,
      '/ws': { ...passed, target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
});
