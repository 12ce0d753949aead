/** What the player may pick now, what is picked, and what a pick changes in the placement. */
import { say } from '$/lib/announce.svelte';
import { t } from '$/lib/i18n.svelte';
import { play as sound } from '$/lib/sound';
import type { Placement } from './placement.svelte';
import type { Swap } from './trays';

export class Picks {
  readonly placement: Placement;

  constructor(placement: Placement) {
    this.placement = placement;
  }

  private readonly swaps = $derived.by(() =>
    this.placement.moves.flatMap((move) => (move.kind === 'swap' ? [move] : [])),
  );
  /** What the picked levitation still needs. */
  readonly swap = $derived.by((): Swap =>
    !this.swaps.length || this.placement.undone ? null : this.placement.give ? 'take' : 'give',
  );

  readonly mayReserve = $derived.by(() =>
    this.swaps.length
      ? new Set(this.swaps.map(({ give }) => give))
      : this.placement.offers.buildings,
  );
  readonly mayPool = $derived.by(() =>
    this.swaps.length
      ? new Set(
          this.swaps.filter(({ give }) => give === this.placement.give).map(({ take }) => take),
        )
      : new Set(this.placement.offers.takes.keys()),
  );

  private readonly picked = $derived.by(() => this.placement.picked);
  readonly building = $derived.by(() =>
    this.picked?.kind === 'building' ? this.picked.building : this.placement.give,
  );
  readonly pool = $derived.by(
    () => this.placement.take ?? (this.picked?.kind === 'take' ? this.picked.building : null),
  );
  readonly card = $derived(this.picked?.kind === 'card' ? this.picked.card : null);
  readonly tile = $derived(this.picked?.kind === 'tile' ? this.picked.tile : null);

  turn(quarters: number): void {
    const { placement } = this;
    placement.rotate(quarters);
    sound('turn');
    if (placement.ghost)
      say(t(placement.ghost.move ? 'lumiere.say.good' : 'lumiere.say.bad', { n: placement.turn }));
  }

  /** Undoes the last step: lifts the piece again, or puts back what was picked. */
  back(): void {
    const { placement } = this;
    if (placement.pinned) placement.lift();
    else if (placement.take) placement.take = null;
    else if (placement.give) placement.give = null;
    else placement.putBack();
  }

  pickBuilding(name: string): void {
    const { placement } = this;
    if (this.card !== null && this.swaps.length) {
      placement.give = name;
      placement.take = null;
    } else if (this.picked?.kind === 'building' && this.picked.building === name) this.turn(1);
    else placement.pickUp({ kind: 'building', building: name });
  }

  pickPool(name: string): void {
    const { placement } = this;
    if (placement.give) placement.take = name;
    else if (placement.offers.takes.has(name)) placement.pickUp({ kind: 'take', building: name });
  }

  pickTile(tile: number): void {
    if (this.tile === tile) this.turn(1);
    else this.placement.pickUp({ kind: 'tile', tile });
  }

  pickCard(card: string): void {
    if (this.card === card) this.placement.putBack();
    else this.placement.pickUp({ kind: 'card', card });
  }
}
