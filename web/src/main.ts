import { mount } from 'svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/greyscale.css';
import './styles/page.css';
import App from './App.svelte';
import { need, preferredLanguage, speak } from './lib/i18n.svelte';
import { listen } from './lib/router.svelte';
import { applySettings } from './lib/settings.svelte';
import { prepareSounds } from './lib/sound';

applySettings();
prepareSounds();
listen();
await speak(preferredLanguage());
await need('shell');
mount(App, { target: document.getElementById('app')! });

// After the first paint: keeping files for offline use is never in anybody's way.
function keepForOffline(): void {
  void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
}
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') keepForOffline();
  else addEventListener('load', keepForOffline);
}
