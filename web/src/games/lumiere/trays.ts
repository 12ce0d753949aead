/** The trays of La Cité, and the trays in which the player can act. */
import type { Offers } from './offers';

export type Tray = 'yours' | 'cards' | 'pool' | 'log';

/** What the picked levitation still needs: the building to give, or the building to take. */
export type Swap = 'give' | 'take' | null;

/** The trays in which the player can act now, the likeliest first. */
export function usefulTrays(offers: Offers, swap: Swap): Tray[] {
  if (swap) return [swap === 'give' ? 'yours' : 'pool'];
  const found: [Tray, boolean][] = [
    ['yours', offers.tiles.size + offers.buildings.size > 0],
    ['cards', offers.cards.size > 0],
    ['pool', offers.takes.size > 0],
  ];
  return found.flatMap(([tray, useful]) => (useful ? [tray] : []));
}
