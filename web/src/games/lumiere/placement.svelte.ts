/**
 * The placement that the player prepares: which piece is picked, how it is turned, where it is, and
 * whether it was put down. There are no rules here: a place is good if the server lists the move.
 */
import {
  boxOf,
  cellOf,
  cellsAt,
  nameOf,
  onBoard,
  plainTurn,
  shape,
  spacesOfSquare,
  squareAt,
} from './geometry';
import type { Cell } from './geometry';
import { PIECE_OF } from './moves';
import type { Move } from './moves';
import { needsPlace, movesOf, offersOf, reachOf, choicesAt } from './offers';
import type { Picked, Offers } from './offers';
import { SIDES } from './types';

/** The picked piece at the place where it would lie. */
export interface Ghost {
  cells: readonly Cell[];
  /** The legal move that puts the piece here, or null. */
  move: Move | null;
  /** The notation of the move; the server says for it why the move is refused. */
  text: string;
  /** Spaces that no legal move of this piece ever touches. */
  refusing: readonly Cell[];
}

export class Placement {
  offers = $state.raw<Offers>(offersOf([]));
  picked = $state.raw<Picked | null>(null);
  turn = $state(0);
  /** The point of the pointer or the keyboard's cursor, in spaces from the top left corner. */
  point = $state.raw<readonly [number, number] | null>(null);
  /** Whether the piece was put down. The move still waits for its confirmation. */
  pinned = $state(false);
  /** Levitation: the building that goes back to the pool, and the building that is taken. */
  give = $state<string | null>(null);
  take = $state<string | null>(null);
  /** Whether the player uses the postcard without its action. */
  undone = $state(false);
  private shown: Ghost | null = null;

  readonly moves = $derived(this.picked ? movesOf(this.picked, this.offers) : []);
  readonly needsPlace = $derived(this.picked !== null && needsPlace(this.picked, this.moves));
  readonly may = $derived(this.picked && this.needsPlace ? reachOf(this.moves) : new Set<string>());
  private readonly byText = $derived(new Map(this.moves.map((move) => [move.text, move])));
  readonly ghost = $derived.by(() => this.sameGhost(this.ghostAt()));
  readonly ready = $derived(this.readyMove());

  /** The position changed: the picked piece may be gone. */
  renew(legal: readonly string[], pending: string | null, tiles: readonly number[]): void {
    this.offers = offersOf(legal);
    this.putBack();
    const [only] = tiles.filter((tile) => this.offers.tiles.has(tile));
    if (pending && this.offers.buildings.has(pending))
      this.pickUp({ kind: 'building', building: pending });
    else if (only !== undefined) this.pickUp({ kind: 'tile', tile: only });
  }

  pickUp(picked: Picked): void {
    this.picked = picked;
    this.turn = 0;
    this.pinned = false;
    this.give = this.take = null;
    this.undone = false;
  }

  putBack(): void {
    this.picked = null;
    this.pinned = false;
    this.point = null;
    this.give = this.take = null;
    this.undone = false;
  }

  rotate(quarters: number): void {
    this.turn = (((this.turn + 90 * quarters) % 360) + 360) % 360;
  }

  hover(x: number, y: number): void {
    if (this.picked && !this.pinned) this.point = [x, y];
  }

  leave(): void {
    if (!this.pinned) this.point = null;
  }

  pin(x: number, y: number): void {
    if (!this.picked || !this.needsPlace) return;
    this.point = [x, y];
    this.pinned = true;
  }

  lift(): void {
    this.pinned = false;
  }

  /** Puts a legal move on the board as if the player had placed it. Hints and lists use it. */
  show(move: Move): void {
    const picked = pickedBy(move);
    this.putBack();
    if (!picked) return; // a pass picks nothing
    this.pickUp(picked);
    if ('turn' in move) this.turn = move.turn;
    if (move.kind === 'statue') this.turn = SIDES.indexOf(move.side) * 90;
    if (move.kind === 'swap') [this.give, this.take] = [move.give, move.take];
    if (move.kind === 'use') this.undone = move.undone;
    const cells = this.cellsFor(move);
    if (cells.length) {
      const [left, top] = [
        Math.min(...cells.map(([x]) => x)),
        Math.min(...cells.map(([, y]) => y)),
      ];
      const { width, height } = boxOf(cells.map(([x, y]): Cell => [x - left, y - top]));
      if (move.kind === 'annex')
        this.turn =
          90 *
          Math.max(
            0,
            choicesAt(this.moves, move.at).findIndex(({ text }) => text === move.text),
          );
      this.pin(left + width / 2, top + height / 2);
    }
  }

  private cellsFor(move: Move): readonly Cell[] {
    if (move.kind === 'lay') return spacesOfSquare(move.square);
    if (move.kind === 'build') return cellsAt(move.building, move.at, move.turn);
    if (move.kind === 'garden') return cellsAt('garden', move.at, move.turn);
    return 'at' in move ? [cellOf(move.at)] : [];
  }

  private ghostAt(): Ghost | null {
    const { picked, point } = this;
    if (!picked || !point || !this.needsPlace) return null;
    if (picked.kind === 'tile') return this.tileGhost(picked.tile, point);
    if (picked.kind === 'building')
      return this.buildingGhost(picked.building, `build:${picked.building}`, point);
    if (picked.kind === 'take') return null;
    if (PIECE_OF[picked.card] === 'garden') return this.buildingGhost('garden', picked.card, point);
    return this.pieceGhost(picked.card, point);
  }

  private ghostOf(cells: readonly Cell[], text: string, move: Move | undefined): Ghost {
    const refusing = move
      ? []
      : cells.filter((cell) => !onBoard(cell) || !this.may.has(nameOf(cell)));
    return { cells, text, move: move ?? null, refusing };
  }

  private tileGhost(tile: number, [x, y]: readonly [number, number]): Ghost {
    const square = squareAt([clamp(Math.floor(x), 0, 7), clamp(Math.floor(y), 0, 7)]);
    const text = `lay:${tile}:${square}:${this.turn}`;
    return this.ghostOf(spacesOfSquare(square), text, this.find(text));
  }

  private buildingGhost(name: string, head: string, [x, y]: readonly [number, number]): Ghost {
    const { width, height } = boxOf(shape(name, this.turn));
    const left = clamp(Math.round(x - width / 2), 0, 8 - width);
    const top = clamp(Math.round(y - height / 2), 0, 8 - height);
    const anchor = nameOf([left, top + height - 1]);
    const text = `${head}:${anchor}:${plainTurn(name, this.turn)}`;
    return this.ghostOf(cellsAt(name, anchor, this.turn), text, this.find(text));
  }

  private pieceGhost(card: string, [x, y]: readonly [number, number]): Ghost {
    const at = nameOf([clamp(Math.floor(x), 0, 7), clamp(Math.floor(y), 0, 7)]);
    const piece = PIECE_OF[card];
    if (piece === 'annex') {
      const hosts = choicesAt(this.moves, at);
      const move = hosts[(this.turn / 90) % Math.max(1, hosts.length)];
      return this.ghostOf([cellOf(at)], move?.text ?? `${card}:${at}:garden`, move);
    }
    const text = piece === 'statue' ? `${card}:${at}:${SIDES[this.turn / 90]}` : `${card}:${at}`;
    return this.ghostOf([cellOf(at)], text, this.find(text));
  }

  private find(text: string): Move | undefined {
    return this.byText.get(text);
  }

  /** The ghost stays the same object while its place is the same, so that nothing is drawn again. */
  private sameGhost(ghost: Ghost | null): Ghost | null {
    const { shown } = this;
    if (
      ghost &&
      shown &&
      ghost.text === shown.text &&
      ghost.move === shown.move &&
      sameCells(ghost.cells, shown.cells) &&
      sameCells(ghost.refusing, shown.refusing)
    )
      return shown;
    this.shown = ghost;
    return ghost;
  }

  /** The move that the main button would play now. */
  private readyMove(): Move | null {
    const { picked } = this;
    if (!picked) return null;
    if (this.undone) return this.moves.find((move) => move.kind === 'use' && move.undone) ?? null;
    if (picked.kind === 'card' && this.give && this.take)
      return (
        this.moves.find(
          (move) => move.kind === 'swap' && move.give === this.give && move.take === this.take,
        ) ?? null
      );
    if (!this.needsPlace)
      return (
        this.moves.find((move) => move.kind === 'take' || (move.kind === 'use' && !move.undone)) ??
        null
      );
    return this.pinned ? (this.ghost?.move ?? null) : null;
  }
}

function sameCells(some: readonly Cell[], others: readonly Cell[]): boolean {
  return (
    some.length === others.length &&
    some.every(([x, y], index) => x === others[index]?.[0] && y === others[index]?.[1])
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function pickedBy(move: Move): Picked | null {
  if (move.kind === 'lay') return { kind: 'tile', tile: move.tile };
  if (move.kind === 'build') return { kind: 'building', building: move.building };
  if (move.kind === 'take') return { kind: 'take', building: move.building };
  return 'card' in move ? { kind: 'card', card: move.card } : null;
}
