/** The trays of La Cité, and those in which the player can act. */
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
