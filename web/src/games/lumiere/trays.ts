/** On a phone one tray lies in front: the one that the player must act in comes there by itself. */
import type { Offers } from './offers';

export type Tray = 'yours' | 'cards' | 'pool' | 'log';

/** What the levitation in hand still asks for: which building goes, which one comes. */
export type Swap = 'give' | 'take' | null;

/** The trays in which something can be done now, the likeliest first. */
export function usefulTrays(offers: Offers, swap: Swap): Tray[] {
  if (swap) return [swap === 'give' ? 'yours' : 'pool'];
  const found: [Tray, boolean][] = [
    ['yours', offers.tiles.size + offers.buildings.size > 0],
    ['cards', offers.cards.size > 0],
    ['pool', offers.takes.size > 0],
  ];
  return found.flatMap(([tray, useful]) => (useful ? [tray] : []));
}

/**
 * The tray in front when something new is asked. The only useful one comes always; among several
 * a tray that the player chose himself stays, whatever it is.
 */
export function trayInFront(shown: Tray, byHand: boolean, useful: readonly Tray[]): Tray {
  const [first] = useful;
  if (!first || useful.includes(shown)) return shown;
  return useful.length === 1 || !byHand ? first : shown;
}
