/**
 * The placement that the player prepares: which piece is picked, how it is turned, where it is, and
 * whether it was put down. There are no rules here: a place is good if the server lists the move.
 */
import { boxOf, cellOf, nameOf, plainTurn, spacesOfSquare, squareAt } from './geometry';
import type { Cell } from './geometry';
import { cellsOfMove, PIECE_OF, spacesOfMove } from './moves';
import type { Move } from './moves';
import { movesOf, needsPlace, offersOf, reachOf } from './offers';
import type { Offers, Picked } from './offers';
import {
  cellsOver,
  nearestPlacement,
  placementsOver,
  POWER,
  powersSpent,
  refusingCells,
  turnOf,
  worthIn,
} from './placing';
import type { Point, Worth } from './placing';
import type { Position, Seat } from './types';
import { SIDES } from './types';

/** The picked piece at the place where it would lie. */
export interface Ghost {
  cells: readonly Cell[];
  turn: number;
  /** The legal move that puts the piece here, or null. */
  move: Move | null;
  /** The notation of the move; the server says for it why the move is refused. */
  text: string;
  /** The spaces that refuse the piece. */
  refusing: readonly Cell[];
}

/** What the main button would play: a move, and for levitation the building that follows it. */
export interface Ready {
  move: Move;
  then: Move | null;
  /** Both in the notation of a preview. */
  line: string;
}

/** The points of so many placements are asked for when a building is picked up: one question. */
const FORESEEN = 64;
/** Placements whose points nobody asked for come after the others. */
const UNASKED = 10 * POWER;

export class Placement {
  offers = $state.raw<Offers>(offersOf([]));
  picked = $state.raw<Picked | null>(null);
  /** How the piece in hand is turned. */
  turn = $state(0);
  /** Whether the player turned it. */
  private byHand = false;
  /** The point of the pointer or the keyboard's cursor, in spaces from the top left corner. */
  point = $state.raw<Point | null>(null);
  /** The legal placement that is shown. */
  private chosen = $state.raw<Move | null>(null);
  /** Whether the piece was put down. The move still waits for its confirmation. */
  pinned = $state(false);
  /** Levitation: the building that goes back to the pool, and the building that is taken. */
  give = $state<string | null>(null);
  take = $state<string | null>(null);
  /** Levitation: the places of the taken building; null until they are known. */
  private builds = $state.raw<readonly Move[] | null>(null);
  /** Whether the player uses the postcard without its action. */
  undone = $state(false);
  private shown: Ghost | null = null;
  /** The placements over the space that was pointed at last, in the order of repeated touches. */
  private cycle: { space: string; moves: readonly Move[] } | null = null;
  private position = $state.raw<Position | null>(null);
  private seat = $state.raw<Seat | null>(null);
  private worth: Worth = () => 0;

  /** `points`: what a move brings more than the rival, as the server says; null if it has not yet. */
  constructor(private readonly points: (move: string) => number | null = () => null) {}

  readonly moves = $derived(this.picked ? movesOf(this.picked, this.offers) : []);
  /** The swap of levitation that give and take name. */
  readonly swap = $derived(
    this.moves.find(
      (move) => move.kind === 'swap' && move.give === this.give && move.take === this.take,
    ) ?? null,
  );
  /** The moves that put the piece in hand on the board. */
  private readonly places = $derived(this.swap ? (this.builds ?? []) : this.moves);
  readonly needsPlace = $derived(
    this.swap
      ? this.places.length > 0
      : this.picked !== null && needsPlace(this.picked, this.moves),
  );
  readonly may = $derived(
    this.picked && this.needsPlace ? reachOf(this.places) : new Set<string>(),
  );
  /** The building in hand: picked, taken by levitation, or the garden. */
  readonly building = $derived(
    this.picked?.kind === 'building'
      ? this.picked.building
      : this.swap
        ? this.take
        : this.picked?.kind === 'card' && PIECE_OF[this.picked.card] === 'garden'
          ? 'garden'
          : null,
  );
  /** The placements of the building in hand whose points are worth asking for. */
  readonly foreseen = $derived.by(() =>
    this.building && !this.swap
      ? [...this.places]
          .sort((a, b) => this.worth(b) - this.worth(a))
          .slice(0, FORESEEN)
          .map(({ text }) => text)
      : [],
  );
  readonly ghost = $derived.by(() => this.sameGhost(this.ghostNow()));
  readonly ready = $derived(this.readyNow());
  /** How many placements there are where the player points. */
  readonly choices = $derived.by(() => {
    const at = this.point && spaceAt(this.point);
    const { chosen } = this;
    return at && chosen
      ? this.places.filter((move) => spacesOfMove(move).includes(this.spaceOf(chosen, at))).length
      : 0;
  });

  /** The position changed: the picked piece may be gone. */
  renew(
    legal: readonly string[],
    position: Position,
    seat: Seat | null,
    tiles: readonly number[],
  ): void {
    this.offers = offersOf(legal);
    [this.position, this.seat] = [position, seat];
    this.worth = seat ? worthIn(position, seat) : () => 0;
    this.putBack();
    const { offers } = this;
    const [tile] = tiles.filter((held) => offers.tiles.has(held));
    const [building] = offers.buildings;
    const { pending } = position;
    if (pending && offers.buildings.has(pending))
      this.pickUp({ kind: 'building', building: pending });
    else if (tile !== undefined) this.pickUp({ kind: 'tile', tile });
    else if (building && offers.buildings.size === 1 && !offers.cards.size && !offers.pass)
      this.pickUp({ kind: 'building', building });
  }

  pickUp(picked: Picked): void {
    this.clear();
    this.picked = picked;
  }

  /** Another building: it lies at once where the last one was put down, if it may. */
  change(building: string): void {
    const at = this.pinned && this.picked?.kind === 'building' ? this.point : null;
    this.pickUp({ kind: 'building', building });
    if (at && this.may.has(spaceAt(at))) this.touch(...at);
  }

  /**
   * Nothing is in hand that could lie here: picks up the tile, or the building that brings most over
   * a space, roughly. Where none fits, one of them is refused there, and the board says why.
   */
  private pickFor(space: string): void {
    let best: Move | null = null;
    for (const move of this.offers.all)
      if ((move.kind === 'build' || move.kind === 'lay') && spacesOfMove(move).includes(space))
        if (!best || this.worth(move) > this.worth(best)) best = move;
    best ??= this.offers.all.find(({ kind }) => kind === 'build' || kind === 'lay') ?? null;
    const picked = best && pickedBy(best);
    if (picked) this.pickUp(picked);
  }

  putBack(): void {
    this.clear();
    this.picked = null;
  }

  private clear(): void {
    this.turn = 0;
    this.byHand = false;
    this.away();
    this.give = this.take = this.builds = null;
    this.undone = false;
  }

  private away(): void {
    this.pinned = false;
    this.point = this.chosen = this.cycle = null;
  }

  /** Levitation: chooses the building that goes back, or the building that comes. */
  exchange(give: string | null, take: string | null): void {
    this.away();
    [this.give, this.take, this.builds] = [give, take, null];
    this.undone = false;
  }

  /** The places of the building that levitation would take. */
  follow(swap: string, moves: readonly Move[]): void {
    if (this.swap?.text === swap) this.builds = moves;
  }

  /** Shows the next placement over the space that the player points at, or turns the piece in hand. */
  rotate(quarters: number): void {
    this.byHand = true;
    const { chosen, point } = this;
    const found =
      point && chosen ? this.over(this.spaceOf(chosen, spaceAt(point)), point) : ([] as Move[]);
    if (found.length) this.step(found, Math.sign(quarters));
    else this.turn = (((this.turn + 90 * quarters) % 360) + 360) % 360;
  }

  private step(moves: readonly Move[], by: number): void {
    const at = moves.findIndex((move) => move.text === this.chosen?.text);
    this.choose(moves[(at + by + moves.length) % moves.length] ?? null);
  }

  private choose(move: Move | null): void {
    this.chosen = move;
    if (move && move.kind !== 'annex') this.turn = turnOf(move);
  }

  /** The turn in hand as the notation writes it: some shapes look the same in two turns. */
  private get handTurn(): number {
    return this.building ? plainTurn(this.building, this.turn) : this.turn;
  }

  private over(space: string, point: Point): readonly Move[] {
    if (this.cycle?.space !== space) {
      const { handTurn: turn, byHand } = this;
      const over = this.places.filter((move) => spacesOfMove(move).includes(space));
      const moves = placementsOver(over, { point, turn, byHand, worth: this.worthOf(over) });
      this.cycle = { space, moves };
    }
    return this.cycle.moves;
  }

  /** What some placements are worth: by the server's points, if it has told all that it is asked for. */
  private worthOf(moves: readonly Move[]): Worth {
    const { position, seat, worth } = this;
    const asked = new Set(this.foreseen);
    const points = new Map(
      moves.flatMap(({ text }) => (asked.has(text) ? [[text, this.points(text)] as const] : [])),
    );
    if (!position || !seat || !points.size || [...points.values()].includes(null)) return worth;
    return (move) => {
      const exact = points.get(move.text);
      if (exact == null) return worth(move) - UNASKED;
      return exact - POWER * powersSpent(position, seat, spacesOfMove(move)).length;
    };
  }

  /** The pointer or the cursor is over a point: shows the best placement there. */
  hover(x: number, y: number): void {
    if (!this.picked || this.pinned || !this.needsPlace) return;
    const space = spaceAt([x, y]);
    const changed = this.cycle?.space !== space;
    const moves = this.over(space, [x, y]);
    this.point = [x, y];
    if (changed) this.choose(moves[0] ?? null);
  }

  /** A dragged piece is over a point: it snaps to the nearest placement. */
  drag(x: number, y: number): void {
    if (!this.picked || !this.needsPlace) return;
    this.pinned = false;
    this.point = [x, y];
    const { handTurn: turn, worth } = this;
    this.chosen = nearestPlacement(this.places, { point: [x, y], turn, worth });
    this.cycle = null;
  }

  leave(): void {
    if (!this.pinned) this.away();
  }

  /**
   * A touch: puts the piece down on this space; a touch on the piece shows the next placement. With
   * nothing in hand a building comes by itself.
   */
  touch(x: number, y: number): void {
    const space = spaceAt([x, y]);
    const swaps = this.moves.some(({ kind }) => kind === 'swap');
    if (!this.needsPlace && !swaps) this.pickFor(space);
    if (!this.picked || !this.needsPlace) return;
    const covers = this.chosen !== null && spacesOfMove(this.chosen).includes(space);
    const moves = this.over(space, [x, y]);
    this.point = [x, y];
    if (!covers) this.choose(moves[0] ?? null);
    else if (this.pinned) this.step(moves, 1);
    this.pinned = true;
  }

  /** The dragged piece was let go. */
  drop(x: number, y: number): void {
    if (!this.picked || !this.needsPlace) return;
    this.drag(x, y);
    this.choose(this.chosen);
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
    if (move.kind === 'swap') this.exchange(move.give, move.take);
    if (move.kind === 'use') this.undone = move.undone;
    const [cell] = cellsOfMove(move);
    if (!cell) return;
    this.point = [cell[0] + 0.5, cell[1] + 0.5];
    this.over(nameOf(cell), this.point);
    this.choose(move);
    this.pinned = true;
  }

  /** The space of a placement that is nearest to another space. */
  private spaceOf(move: Move, space: string): string {
    const [x, y] = cellOf(space);
    const away = (cell: Cell): number => Math.hypot(cell[0] - x, cell[1] - y);
    const [near] = [...cellsOfMove(move)].sort((a, b) => away(a) - away(b));
    return near ? nameOf(near) : space;
  }

  private ghostNow(): Ghost | null {
    const { chosen, picked, point, turn } = this;
    if (!picked || !point || !this.needsPlace) return null;
    if (chosen)
      return {
        cells: cellsOfMove(chosen),
        turn: turnOf(chosen),
        move: chosen,
        text: chosen.text,
        refusing: [],
      };
    const { cells, text } = this.refused(picked, point);
    const refusing = this.position ? refusingCells(cells, this.position, this.seat, this.may) : [];
    return { cells, turn, move: null, text, refusing };
  }

  /** The piece where no legal move puts it, with the notation of that move. */
  private refused(picked: Picked, point: Point): { cells: readonly Cell[]; text: string } {
    const at = spaceAt(point);
    const { building, turn } = this;
    if (picked.kind === 'tile') {
      const square = squareAt(cellOf(at));
      return { cells: spacesOfSquare(square), text: `lay:${picked.tile}:${square}:${turn}` };
    }
    if (building) {
      const cells = cellsOver(building, turn, point);
      const [left, top] = [
        Math.min(...cells.map(([x]) => x)),
        Math.min(...cells.map(([, y]) => y)),
      ];
      const { height } = boxOf(cells.map(([x, y]): Cell => [x - left, y - top]));
      const place = `${nameOf([left, top + height - 1])}:${plainTurn(building, turn)}`;
      const build = `build:${building}:${place}`;
      if (this.swap) return { cells, text: `${this.swap.text} ${build}` };
      return { cells, text: picked.kind === 'card' ? `${picked.card}:${place}` : build };
    }
    const card = picked.kind === 'card' ? picked.card : '';
    const more = { statue: `:${SIDES[turn / 90]}`, annex: ':garden' }[PIECE_OF[card] ?? ''] ?? '';
    return { cells: [cellOf(at)], text: `${card}:${at}${more}` };
  }

  /** The ghost stays the same object while its place is the same, so that nothing is drawn again. */
  private sameGhost(ghost: Ghost | null): Ghost | null {
    const { shown } = this;
    if (
      ghost &&
      shown &&
      ghost.text === shown.text &&
      ghost.move === shown.move &&
      ghost.turn === shown.turn &&
      sameCells(ghost.cells, shown.cells) &&
      sameCells(ghost.refusing, shown.refusing)
    )
      return shown;
    this.shown = ghost;
    return ghost;
  }

  /** What the main button would play now. */
  private readyNow(): Ready | null {
    const { picked, moves, swap } = this;
    const only = (move: Move | null | undefined): Ready | null =>
      move ? { move, then: null, line: move.text } : null;
    if (!picked) return null;
    if (this.undone) return only(moves.find((move) => move.kind === 'use' && move.undone));
    const put = this.pinned ? (this.ghost?.move ?? null) : null;
    if (swap && this.builds?.length)
      return put ? { move: swap, then: put, line: `${swap.text} ${put.text}` } : null;
    if (swap) return this.builds ? only(swap) : null;
    if (!this.needsPlace)
      return only(
        moves.find((move) => move.kind === 'take' || (move.kind === 'use' && !move.undone)),
      );
    return only(put);
  }
}

function sameCells(some: readonly Cell[], others: readonly Cell[]): boolean {
  return (
    some.length === others.length &&
    some.every(([x, y], index) => x === others[index]?.[0] && y === others[index]?.[1])
  );
}

function spaceAt([x, y]: Point): string {
  const clamp = (value: number): number => Math.max(0, Math.min(7, Math.floor(value)));
  return nameOf([clamp(x), clamp(y)]);
}

function pickedBy(move: Move): Picked | null {
  if (move.kind === 'lay') return { kind: 'tile', tile: move.tile };
  if (move.kind === 'build') return { kind: 'building', building: move.building };
  if (move.kind === 'take') return { kind: 'take', building: move.building };
  return 'card' in move ? { kind: 'card', card: move.card } : null;
}
