/** Opens the table on recorded positions, without a server: /dev/gallery.html#5 shows the fifth. */
import { mount } from 'svelte';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import '../src/styles/page.css';
import { need } from '../src/lib/i18n.svelte';
import { applySettings } from '../src/lib/settings.svelte';
import Gallery from './Gallery.svelte';

applySettings();
await need('shell', 'lumiere');
mount(Gallery, { target: document.getElementById('app')! });
