/** Opens the table on recorded positions, without a server: /dev/belle.html#5 shows the fifth. */
import { mount } from 'svelte';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import '../src/styles/page.css';
import { need } from '../src/lib/i18n.svelte';
import { applySettings } from '../src/lib/settings.svelte';
import BelleGallery from './BelleGallery.svelte';

applySettings();
await need('shell', 'belle_epoque');
const all = (await (await fetch('/node_modules/.cache/belle.json')).json()) as unknown[];
mount(BelleGallery, {
  target: document.getElementById('app')!,
  props: { shown: all[Number(location.hash.slice(1)) || 0] },
});
