/** The settings of this browser. They are stored in local storage and take effect at once. */

import type { Pace } from '$/table/pace';

export type Theme = 'dark' | 'light';

export interface Settings {
  theme: Theme;
  sounds: boolean;
  /** `auto` follows the system. */
  motion: 'auto' | 'less';
  /** How fast the moves of the others are shown. */
  pace: Pace;
  strongPatterns: boolean;
  /** Without colours: grey, pattern and shape show the seats. */
  greyscale: boolean;
  language: string;
  name: string;
  /** Whether a move needs a confirmation. Otherwise the second click on a place plays it. */
  confirm: boolean;
}

const KEY = 'lutetia.settings';
const DEFAULTS: Settings = {
  theme: 'dark',
  sounds: true,
  motion: 'auto',
  pace: 'brisk',
  strongPatterns: false,
  greyscale: false,
  language: '',
  name: '',
  confirm: true,
};

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(stored());

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the setting is valid until the page is closed.
  }
  applySettings();
}

export function applySettings(): void {
  const root = document.documentElement;
  root.dataset['theme'] = settings.theme;
  root.dataset['motion'] = settings.motion;
  root.dataset['patterns'] = settings.strongPatterns || settings.greyscale ? 'strong' : 'plain';
  root.dataset['colours'] = settings.greyscale ? 'off' : 'on';
  const colour = settings.theme === 'dark' ? '#0c1430' : '#efe2c4';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour);
}
