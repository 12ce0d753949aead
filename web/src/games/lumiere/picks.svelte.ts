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
  /** The buildings that levitation may put back. */
  private readonly gives = $derived.by(() => [...new Set(this.swaps.map(({ give }) => give))]);
  /** The levitation in hand, also when both of its buildings are chosen. */
  readonly exchange = $derived.by(() =>
    this.swaps.length ? { give: this.placement.give, take: this.placement.take } : null,
  );
  /** What the picked levitation still needs. */
  readonly swap = $derived.by((): Swap =>
    !this.swaps.length || this.placement.undone || this.placement.swap
      ? null
      : this.placement.give
        ? 'take'
        : 'give',
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
    if (!placement.point) say(t('lumiere.say.turned', { n: placement.turn }));
  }

  /** A touch on the board puts the piece down there; a touch on the piece shows the next place. */
  touch(x: number, y: number): void {
    const before = this.placement.pinned ? this.placement.ghost : null;
    this.placement.touch(x, y);
    if (before && before !== this.placement.ghost) sound('turn');
  }

  /** Undoes the last step: lifts the piece again, or puts back what was picked. */
  back(): void {
    const { placement } = this;
    if (placement.pinned) {
      placement.lift();
      placement.leave();
    } else if (placement.take) placement.exchange(placement.give, null);
    else if (placement.give && this.gives.length > 1) placement.exchange(null, null);
    else placement.putBack();
  }

  pickBuilding(name: string): void {
    const { placement } = this;
    if (this.card !== null && this.swaps.length) {
      placement.exchange(name, name === placement.take ? null : placement.take);
    } else if (this.picked?.kind === 'building' && this.picked.building === name) this.turn(1);
    else placement.change(name);
  }

  pickPool(name: string): void {
    const { placement } = this;
    if (placement.give) placement.exchange(placement.give, name);
    else if (placement.offers.takes.has(name)) placement.pickUp({ kind: 'take', building: name });
  }

  pickTile(tile: number): void {
    if (this.tile === tile) this.turn(1);
    else this.placement.pickUp({ kind: 'tile', tile });
  }

  pickCard(card: string): void {
    const { placement } = this;
    if (this.card === card) return placement.putBack();
    placement.pickUp({ kind: 'card', card });
    const [give] = this.gives;
    if (give && this.gives.length === 1) placement.exchange(give, null);
  }
}
