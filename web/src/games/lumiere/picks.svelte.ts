/** What the player may pick up now, what is picked, and what a pick does to the hand. */
import { say } from '$/lib/announce.svelte';
import { t } from '$/lib/i18n.svelte';
import { play as sound } from '$/lib/sound';
import type { Hand } from './hand.svelte';
import type { Swap } from './trays';

export class Picks {
  readonly hand: Hand;

  constructor(hand: Hand) {
    this.hand = hand;
  }

  private readonly swaps = $derived.by(() =>
    this.hand.moves.flatMap((move) => (move.kind === 'swap' ? [move] : [])),
  );
  /** What the levitation in hand still asks for. */
  readonly swap = $derived.by((): Swap =>
    !this.swaps.length || this.hand.undone ? null : this.hand.give ? 'take' : 'give',
  );

  readonly mayReserve = $derived.by(() =>
    this.swaps.length ? new Set(this.swaps.map(({ give }) => give)) : this.hand.offers.buildings,
  );
  readonly mayPool = $derived.by(() =>
    this.swaps.length
      ? new Set(this.swaps.filter(({ give }) => give === this.hand.give).map(({ take }) => take))
      : new Set(this.hand.offers.takes.keys()),
  );

  private readonly grip = $derived.by(() => this.hand.grip);
  readonly building = $derived.by(() =>
    this.grip?.kind === 'building' ? this.grip.building : this.hand.give,
  );
  readonly pool = $derived.by(
    () => this.hand.take ?? (this.grip?.kind === 'take' ? this.grip.building : null),
  );
  readonly card = $derived(this.grip?.kind === 'card' ? this.grip.card : null);
  readonly tile = $derived(this.grip?.kind === 'tile' ? this.grip.tile : null);

  turn(quarters: number): void {
    const { hand } = this;
    hand.rotate(quarters);
    sound('turn');
    if (hand.ghost)
      say(t(hand.ghost.move ? 'lumiere.say.good' : 'lumiere.say.bad', { n: hand.turn }));
  }

  /** Puts back the last thing that was picked. */
  back(): void {
    const { hand } = this;
    if (hand.pinned) hand.lift();
    else if (hand.take) hand.take = null;
    else if (hand.give) hand.give = null;
    else hand.drop();
  }

  pickBuilding(name: string): void {
    const { hand } = this;
    if (this.card !== null && this.swaps.length) {
      hand.give = name;
      hand.take = null;
    } else if (this.grip?.kind === 'building' && this.grip.building === name) this.turn(1);
    else hand.hold({ kind: 'building', building: name });
  }

  pickPool(name: string): void {
    const { hand } = this;
    if (hand.give) hand.take = name;
    else if (hand.offers.takes.has(name)) hand.hold({ kind: 'take', building: name });
  }

  pickTile(tile: number): void {
    if (this.tile === tile) this.turn(1);
    else this.hand.hold({ kind: 'tile', tile });
  }

  pickCard(card: string): void {
    if (this.card === card) this.hand.drop();
    else this.hand.hold({ kind: 'card', card });
  }
}
