/** The description of a real table: what lies where, as a position and as text for the server. */
import {
  ALL_SPACES,
  ALL_SQUARES,
  BUILDINGS,
  cellsAt,
  nameOf,
  plainTurn,
  spacesOfSquare,
  tileKinds,
} from '../geometry';
import { PIECE_OF } from '../moves';
import type { Picked } from '../offers';
import type { PieceName, Position, Seat, Side, Space } from '../types';
import { SEATS, SIDES } from '../types';

export interface LaidTile {
  owner: Seat;
  tile: number;
  turn: number;
}
export interface PlacedBuilding {
  owner: Seat;
  at: string;
  turn: number;
}
export interface PlacedPiece {
  space: string;
  /** The statue's side, or the building that the annex enlarges. */
  detail: string;
}

export const CARDS = [
  'levitation',
  'metropolitain',
  'jardin-des-plantes',
  'sacre-coeur',
  'le-peintre',
  'chartier',
  'bouquinistes',
  'lampadaire',
  'moulin-rouge',
  'fontaine-des-mers',
  'le-penseur',
  'la-grande-lumiere',
] as const;

/** The pieces of one space, by their postcard. */
export const PIECE_CARDS = [
  'le-peintre',
  'lampadaire',
  'moulin-rouge',
  'fontaine-des-mers',
  'le-penseur',
  'la-grande-lumiere',
  'bouquinistes',
] as const;

/** The postcards that are used in a whole game. */
const USED_CARDS = 8;

export type Stored = Pick<
  Sheet,
  'tiles' | 'buildings' | 'pieces' | 'cards' | 'reserves' | 'penseurOwn'
>;

export class Sheet {
  tiles = $state<Record<string, LaidTile>>({});
  buildings = $state<Record<string, PlacedBuilding>>({});
  pieces = $state<Record<string, PlacedPiece>>({});
  cards = $state<Record<string, Seat>>({});
  reserves = $state<Record<string, Seat>>({});
  penseurOwn = $state(false);

  picked = $state.raw<Picked | null>(null);
  owner = $state<Seat>('orange');
  turn = $state(0);

  readonly position = $derived(this.toPosition());
  readonly text = $derived(this.toText());
  /** Whether all tiles are there and every player has used four postcards. */
  readonly whole = $derived(
    Object.keys(this.tiles).length === ALL_SQUARES.length &&
      Object.keys(this.cards).length === USED_CARDS,
  );

  /** Everything that was entered, to keep it in the browser. */
  stored(): Stored {
    const { tiles, buildings, pieces, cards, reserves, penseurOwn } = this;
    return { tiles, buildings, pieces, cards, reserves, penseurOwn };
  }

  restore(stored: Stored): void {
    Object.assign(this, stored);
  }

  reset(): void {
    this.restore({
      tiles: {},
      buildings: {},
      pieces: {},
      cards: {},
      reserves: {},
      penseurOwn: false,
    });
    this.picked = null;
  }

  pickUp(picked: Picked): void {
    const again = JSON.stringify(picked) === JSON.stringify(this.picked);
    this.turn = again ? (this.turn + 90) % 360 : 0;
    this.picked = picked;
  }

  tileAt(space: string): string | undefined {
    return ALL_SQUARES.find((square) =>
      spacesOfSquare(square).some((cell) => nameOf(cell) === space),
    );
  }

  isLaid(owner: Seat, tile: number): boolean {
    return Object.values(this.tiles).some((laid) => laid.owner === owner && laid.tile === tile);
  }

  /** What stands on a space: a building's or piece's name. */
  on(space: string): string | null {
    const building = Object.entries(this.buildings).find(([name, { at, turn }]) =>
      cellsAt(name, at, turn).some((cell) => nameOf(cell) === space),
    );
    return (
      building?.[0] ??
      Object.entries(this.pieces).find(([, piece]) => piece.space === space)?.[0] ??
      null
    );
  }

  /** Takes away what stands on a space; without anything on it, the tile. */
  clear(space: string): void {
    const standing = this.on(space);
    if (standing) {
      delete this.buildings[standing];
      delete this.pieces[standing];
    } else delete this.tiles[this.tileAt(space) ?? ''];
  }

  /** Puts the picked piece down. `anchor` is the lower left corner of a building's box. */
  put(space: string, anchor: string): void {
    const { picked } = this;
    if (!picked) return this.clear(space);
    if (picked.kind === 'tile') {
      for (const [square, laid] of Object.entries(this.tiles))
        if (laid.owner === this.owner && laid.tile === picked.tile) delete this.tiles[square];
      this.tiles[this.tileAt(space) ?? space] = {
        owner: this.owner,
        tile: picked.tile,
        turn: this.turn,
      };
      this.picked = null;
    } else if (picked.kind === 'building') {
      this.buildings[picked.building] = {
        owner: this.owner,
        at: anchor,
        turn: plainTurn(picked.building, this.turn),
      };
      delete this.reserves[picked.building];
      if (picked.building === 'garden') this.cards['jardin-des-plantes'] = this.owner;
      this.picked = null;
    } else if (picked.kind === 'card') {
      const piece = PIECE_OF[picked.card] ?? '';
      const detail =
        piece === 'statue'
          ? (SIDES[this.turn / 90] ?? 'north')
          : piece === 'annex'
            ? this.hostBeside(space)
            : '';
      this.pieces[piece] = { space, detail };
      this.cards[picked.card] = this.owner;
      this.picked = null;
    }
  }

  /** The building that an annex on a space would most likely enlarge. */
  private hostBeside(space: string): string {
    const near = Object.entries(this.buildings).find(([name, { owner, at, turn }]) => {
      const cells = cellsAt(name, at, turn);
      const [x, y] = [space.charCodeAt(0) - 97, 8 - Number(space[1])];
      return (
        owner === this.owner &&
        cells.some((cell) => Math.abs(cell[0] - x) + Math.abs(cell[1] - y) === 1)
      );
    });
    return near?.[0] ?? BUILDINGS[0] ?? '';
  }

  private toPosition(): Position {
    const spaces: Record<string, Space | null> = Object.fromEntries(
      ALL_SPACES.map((name) => [name, null]),
    );
    const squares: Position['squares'] = Object.fromEntries(
      ALL_SQUARES.map((square) => [square, null]),
    );
    for (const [square, { owner, tile, turn }] of Object.entries(this.tiles)) {
      squares[square] = { owner, tile, turned: turn };
      spacesOfSquare(square).forEach((cell, i) => {
        spaces[nameOf(cell)] = {
          kind: tileKinds(owner, tile, turn)[i] ?? 'mixed',
          piece: null,
          owner: null,
        };
      });
    }
    const annex = this.pieces['annex'];
    const buildings = Object.entries(this.buildings).map(([name, { owner, at, turn }]) => {
      const own = cellsAt(name, at, turn).map(nameOf);
      const enlarged = annex?.detail === name ? [...own, annex.space] : own;
      for (const space of enlarged) {
        const found = spaces[space];
        if (found) [found.piece, found.owner] = [name, owner];
      }
      return { name, owner, spaces: enlarged, annex: annex?.detail === name ? annex.space : null };
    });
    const piece = (name: PieceName, card: string): Position['pieces'][PieceName] => {
      const put = this.pieces[name];
      if (!put) return null;
      const found = spaces[put.space];
      if (found) found.piece = name;
      return {
        space: put.space,
        owner: this.cards[card] ?? null,
        ...(name === 'statue' ? { facing: put.detail as Side } : {}),
      };
    };
    return {
      game: 'lumiere',
      ply: 0,
      phase: 'over',
      to_move: null,
      passes: 0,
      pending: null,
      squares,
      buildings,
      pieces: {
        painter: piece('painter', 'le-peintre'),
        lamp: piece('lamp', 'lampadaire'),
        dancer: piece('dancer', 'moulin-rouge'),
        fountain: piece('fountain', 'fontaine-des-mers'),
        'large-lamp': piece('large-lamp', 'la-grande-lumiere'),
        statue: piece('statue', 'le-penseur'),
      },
      spaces,
      pool: [],
      reserves: { orange: [], blue: [] },
      postcards: [],
      powers: {},
      tokens: { orange: 0, blue: 0 },
      hands: { orange: null, blue: null },
      hand_counts: { orange: 0, blue: 0 },
      piles: { orange: null, blue: null },
      pile_counts: { orange: 0, blue: 0 },
    };
  }

  /** The text of docs/notation.md, "A real table". */
  private toText(): string {
    const bySeat = (owners: Record<string, Seat>): string[] =>
      SEATS.flatMap((seat) => {
        const names = Object.keys(owners).filter((name) => owners[name] === seat);
        return names.length ? [`${seat} ${names.join(' ')}`] : [];
      });
    const section = (name: string, lines: readonly string[]): string[] =>
      lines.length ? [name, ...lines] : [];
    return [
      'game lumiere',
      ...(this.whole ? [] : ['count so-far']),
      ...(this.penseurOwn ? ['penseur own'] : []),
      ...section(
        'tiles',
        Object.entries(this.tiles).map(
          ([square, { owner, tile, turn }]) => `${square} ${owner} ${tile} ${turn}`,
        ),
      ),
      ...section(
        'buildings',
        Object.entries(this.buildings).map(
          ([name, { owner, at, turn }]) => `${owner} ${name} ${at} ${turn}`,
        ),
      ),
      ...section(
        'pieces',
        Object.entries(this.pieces).map(([name, { space, detail }]) =>
          [name, space, detail].filter(Boolean).join(' '),
        ),
      ),
      ...section('postcards', bySeat(this.cards)),
      ...section('reserves', bySeat(this.reserves)),
    ].join('\n');
  }
}
