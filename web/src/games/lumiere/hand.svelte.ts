/**
 * What the player is doing: what is held, how it is turned, where it hovers, whether it was put
 * down. Rule-free: a place is good exactly if the server's list has the move.
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
import { isPlaced, movesOf, offersOf, reachOf, choicesAt } from './offers';
import type { Grip, Offers } from './offers';
import { SIDES } from './types';

export interface Ghost {
  cells: readonly Cell[];
  /** The legal move that lies here, or null. */
  move: Move | null;
  /** The move as it would be written, for asking why it is refused. */
  text: string;
  /** Spaces that no legal move of this piece ever touches. */
  refusing: readonly Cell[];
}

export class Hand {
  offers = $state.raw<Offers>(offersOf([]));
  grip = $state.raw<Grip | null>(null);
  turn = $state(0);
  /** The point under the pointer or the keyboard's cursor, in spaces from the top left corner. */
  point = $state.raw<readonly [number, number] | null>(null);
  /** Put down, waiting for the word to play it. */
  pinned = $state(false);
  /** Levitation: the building that goes back to the pool, and the one that comes. */
  give = $state<string | null>(null);
  take = $state<string | null>(null);
  /** A postcard whose action is left undone on purpose. */
  undone = $state(false);
  private shown: Ghost | null = null;

  readonly moves = $derived(this.grip ? movesOf(this.grip, this.offers) : []);
  readonly placed = $derived(this.grip !== null && isPlaced(this.grip, this.moves));
  readonly may = $derived(this.grip && this.placed ? reachOf(this.moves) : new Set<string>());
  private readonly byText = $derived(new Map(this.moves.map((move) => [move.text, move])));
  readonly ghost = $derived.by(() => this.sameGhost(this.ghostAt()));
  readonly ready = $derived(this.readyMove());

  /** The position changed: what was held may be gone. */
  renew(legal: readonly string[], pending: string | null, tiles: readonly number[]): void {
    this.offers = offersOf(legal);
    this.drop();
    const [only] = tiles.filter((tile) => this.offers.tiles.has(tile));
    if (pending && this.offers.buildings.has(pending))
      this.hold({ kind: 'building', building: pending });
    else if (only !== undefined) this.hold({ kind: 'tile', tile: only });
  }

  hold(grip: Grip): void {
    this.grip = grip;
    this.turn = 0;
    this.pinned = false;
    this.give = this.take = null;
    this.undone = false;
  }

  drop(): void {
    this.grip = null;
    this.pinned = false;
    this.point = null;
    this.give = this.take = null;
    this.undone = false;
  }

  rotate(quarters: number): void {
    this.turn = (((this.turn + 90 * quarters) % 360) + 360) % 360;
  }

  hover(x: number, y: number): void {
    if (this.grip && !this.pinned) this.point = [x, y];
  }

  leave(): void {
    if (!this.pinned) this.point = null;
  }

  pin(x: number, y: number): void {
    if (!this.grip || !this.placed) return;
    this.point = [x, y];
    this.pinned = true;
  }

  lift(): void {
    this.pinned = false;
  }

  /** Puts a legal move on the board as if it had been placed by hand: hints and lists use it. */
  show(move: Move): void {
    const grip = gripOf(move);
    this.drop();
    if (!grip) return; // passing needs nothing in hand
    this.hold(grip);
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
    const { grip, point } = this;
    if (!grip || !point || !this.placed) return null;
    if (grip.kind === 'tile') return this.tileGhost(grip.tile, point);
    if (grip.kind === 'building')
      return this.houseGhost(grip.building, `build:${grip.building}`, point);
    if (grip.kind === 'take') return null;
    if (PIECE_OF[grip.card] === 'garden') return this.houseGhost('garden', grip.card, point);
    return this.pieceGhost(grip.card, point);
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

  private houseGhost(name: string, head: string, [x, y]: readonly [number, number]): Ghost {
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

  /** While the pointer stays within a space the ghost is the same object: nothing is drawn again. */
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
    const { grip } = this;
    if (!grip) return null;
    if (this.undone) return this.moves.find((move) => move.kind === 'use' && move.undone) ?? null;
    if (grip.kind === 'card' && this.give && this.take)
      return (
        this.moves.find(
          (move) => move.kind === 'swap' && move.give === this.give && move.take === this.take,
        ) ?? null
      );
    if (!this.placed)
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

function gripOf(move: Move): Grip | null {
  if (move.kind === 'lay') return { kind: 'tile', tile: move.tile };
  if (move.kind === 'build') return { kind: 'building', building: move.building };
  if (move.kind === 'take') return { kind: 'take', building: move.building };
  return 'card' in move ? { kind: 'card', card: move.card } : null;
}
