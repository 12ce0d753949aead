/** Sounds of the table. They are computed, not files, and are silent until the first touch. */
import { settings } from './settings.svelte';

export type Sound =
  | 'lay'
  | 'take'
  | 'build'
  | 'key'
  | 'card'
  | 'coin'
  | 'lamp'
  | 'turn'
  | 'refuse'
  | 'yourTurn'
  | 'news'
  | 'count'
  | 'end';

interface Note {
  /** Hertz, at the start and at the end. */
  from: number;
  to: number;
  at: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

const note = (
  from: number,
  to: number,
  at: number,
  lasts: number,
  loud: number,
  wave: OscillatorType = 'sine',
): Note => ({ from, to, at, lasts, loud, wave });

const SCORES: Record<Sound, readonly Note[]> = {
  lay: [note(190, 90, 0, 0.12, 0.5, 'triangle'), note(900, 300, 0, 0.03, 0.12, 'square')],
  take: [note(330, 440, 0, 0.1, 0.25, 'triangle')],
  build: [note(140, 70, 0, 0.18, 0.6, 'triangle'), note(220, 160, 0.07, 0.14, 0.3, 'triangle')],
  key: [note(1500, 1250, 0, 0.05, 0.12, 'triangle'), note(260, 190, 0.05, 0.1, 0.3, 'triangle')],
  card: [note(700, 1100, 0, 0.07, 0.08, 'sawtooth'), note(240, 160, 0.08, 0.1, 0.35, 'triangle')],
  coin: [note(1900, 2000, 0, 0.08, 0.08), note(2500, 2520, 0.06, 0.16, 0.07)],
  lamp: [
    note(880, 890, 0, 0.5, 0.12),
    note(1320, 1326, 0.06, 0.6, 0.08),
    note(1760, 1765, 0.12, 0.5, 0.05),
  ],
  turn: [note(520, 600, 0, 0.04, 0.12, 'triangle')],
  refuse: [note(180, 150, 0, 0.16, 0.25, 'sawtooth')],
  yourTurn: [note(659, 659, 0, 0.16, 0.16), note(880, 880, 0.13, 0.26, 0.16)],
  news: [note(392, 392, 0, 0.35, 0.14), note(523, 523, 0.12, 0.5, 0.14)],
  count: [note(740, 780, 0, 0.05, 0.1, 'triangle')],
  end: [
    note(523, 523, 0, 0.3, 0.18),
    note(659, 659, 0.15, 0.3, 0.18),
    note(784, 784, 0.3, 0.3, 0.18),
    note(1047, 1047, 0.45, 0.7, 0.2),
  ],
};

let context: AudioContext | undefined;

/**
 * Opens the sound system after the first touch, when the page has nothing else to do. Opening takes
 * several frames, so the first sound of a moving piece would stop it.
 */
export function prepareSounds(): void {
  const open = (): void => {
    if (settings.sounds && navigator.userActivation?.hasBeenActive) context ??= new AudioContext();
  };
  const later = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(open);
    else setTimeout(open, 300);
  };
  if (typeof AudioContext === 'undefined') return;
  for (const kind of ['pointerup', 'keyup']) addEventListener(kind, later, { once: true });
}

export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === 'undefined') return;
  // A browser lets a page play sounds only after the reader has touched it.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const start = context.currentTime;
  for (const { from, to, at, lasts, loud, wave } of SCORES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, start + at);
    tone.frequency.exponentialRampToValueAtTime(to, start + at + lasts);
    volume.gain.setValueAtTime(0.0001, start + at);
    volume.gain.exponentialRampToValueAtTime(loud * 0.35, start + at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + lasts + 0.02);
  }
}
