/**
 * What the player has chosen, and which legal moves are still possible. Each move has marks: the
 * things that a player can point at to choose it. Enough marks together choose one move.
 */
import { isFree, marksOf, parseMove } from './moves';
import type { Move } from './moves';
import type { Position } from './types';

export interface Offer {
  move: Move;
  marks: readonly string[];
}

export class Choice {
  offers = $state.raw<readonly Offer[]>([]);
  chosen = $state.raw<readonly string[]>([]);
  /** The chosen one of several moves with the same marks. */
  option = $state.raw<Offer | null>(null);

  /** The moves that are still possible; empty while nothing is chosen. */
  readonly candidates = $derived(
    this.chosen.length
      ? this.offers.filter(({ marks }) => this.chosen.every((mark) => marks.includes(mark)))
      : [],
  );
  /** The chosen move, if only one is possible. */
  readonly ready = $derived(
    this.option ?? (this.candidates.length === 1 ? this.candidates[0] : undefined) ?? null,
  );
  /** The marks that all candidates have. They count as chosen. */
  readonly settled: ReadonlySet<string> = $derived(
    new Set(
      (this.ready ? this.ready.marks : (this.candidates[0]?.marks ?? [])).filter(
        (mark) => this.ready || this.candidates.every(({ marks }) => marks.includes(mark)),
      ),
    ),
  );
  /** The marks that the player may choose now. */
  readonly may: ReadonlySet<string> = $derived(
    new Set((this.chosen.length ? this.candidates : this.offers).flatMap(({ marks }) => marks)),
  );
  /** The moves of the turn, without the free actions. */
  readonly asked = $derived(this.offers.filter(({ move }) => !isFree(move)));

  renew(legal: readonly string[], position: Position): void {
    this.offers = legal.map((text) => {
      const move = parseMove(text);
      return { move, marks: marksOf(move, position) };
    });
    this.clear();
  }

  clear(): void {
    this.chosen = [];
    this.option = null;
  }

  private fits(marks: readonly string[]): boolean {
    return this.offers.some((offer) => marks.every((mark) => offer.marks.includes(mark)));
  }

  /** Chooses a place. Returns false if no legal move has it. */
  point(place: string): boolean {
    const asSource = `from:${place}`;
    const hasSource = this.chosen.some((mark) => mark.startsWith('from:'));
    if (this.chosen.includes(place) || this.chosen.includes(asSource)) {
      this.clear();
      return true;
    }
    const ways = hasSource ? [place, asSource] : [asSource, place];
    const added = ways.find((mark) => this.chosen.length > 0 && this.fits([...this.chosen, mark]));
    const fresh = ways.find((mark) => this.fits([mark]));
    const mark = added ?? fresh;
    if (mark === undefined) return false;
    this.option = null;
    let kept: readonly string[] = [mark];
    for (const old of this.chosen) if (this.fits([...kept, old])) kept = [...kept, old];
    this.chosen = kept;
    return true;
  }

  /** Chooses a given move, for example the move of a hint. */
  show(text: string): void {
    const offer = this.offers.find(({ move }) => move.text === text);
    if (!offer) return;
    this.chosen = offer.marks;
    this.option = offer;
  }

  find(text: string): Offer | null {
    return this.offers.find(({ move }) => move.text === text) ?? null;
  }
}
