/** The position of La Cité as the server describes it (docs/notation.md). */

export type Seat = 'orange' | 'blue';
export const SEATS: readonly Seat[] = ['orange', 'blue'];

export type Kind = Seat | 'mixed' | 'streetlight';
export type Side = 'north' | 'east' | 'south' | 'west';
export const SIDES: readonly Side[] = ['north', 'east', 'south', 'west'];

export type PieceName = 'painter' | 'lamp' | 'dancer' | 'fountain' | 'large-lamp' | 'statue';

export interface Space {
  kind: Kind;
  piece: string | null;
  owner: Seat | null;
}

export interface Building {
  name: string;
  owner: Seat;
  spaces: string[];
  annex: string | null;
}

export interface Piece {
  space: string;
  owner: Seat | null;
  facing?: Side;
}

export interface Postcard {
  name: string;
  state: 'open' | 'held' | 'used';
  owner: Seat | null;
}

export interface Position {
  game: 'lumiere';
  ply: number;
  phase: 'laying' | 'building' | 'over';
  to_move: Seat | null;
  pending: string | null;
  squares: Record<string, { owner: Seat; tile: number; turned: number } | null>;
  spaces: Record<string, Space | null>;
  buildings: Building[];
  pieces: Record<PieceName, Piece | null>;
  pool: string[];
  reserves: Record<Seat, string[]>;
  postcards: Postcard[];
  powers: Record<string, 'none' | 'held' | 'spent'>;
  tokens: Record<Seat, number>;
  hands: Record<Seat, number[] | null>;
  hand_counts: Record<Seat, number>;
  piles: Record<Seat, number[] | null>;
  pile_counts: Record<Seat, number>;
}
