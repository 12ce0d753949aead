/** Reads moves in the server's notation. Nothing here says what is legal. */
import { cellOf, cellsAt, nameOf, spacesOfSquare } from './geometry';
import type { Cell } from './geometry';
import type { Side } from './types';

export type Move =
  | { kind: 'lay'; text: string; tile: number; square: string; turn: number }
  | { kind: 'take'; text: string; building: string }
  | { kind: 'pass'; text: string }
  | { kind: 'build'; text: string; building: string; at: string; turn: number }
  | { kind: 'swap'; text: string; card: string; give: string; take: string }
  | { kind: 'use'; text: string; card: string; undone: boolean }
  | { kind: 'garden'; text: string; card: string; at: string; turn: number }
  | { kind: 'piece'; text: string; card: string; at: string }
  | { kind: 'statue'; text: string; card: string; at: string; side: Side }
  | { kind: 'annex'; text: string; card: string; at: string; host: string };

/** The piece that a postcard brings. */
export const PIECE_OF: Readonly<Record<string, string>> = {
  'le-peintre': 'painter',
  lampadaire: 'lamp',
  'moulin-rouge': 'dancer',
  'fontaine-des-mers': 'fountain',
  'la-grande-lumiere': 'large-lamp',
  'le-penseur': 'statue',
  bouquinistes: 'annex',
  'jardin-des-plantes': 'garden',
};

export function parseMove(text: string): Move {
  const [head = '', first = '', second = '', third = ''] = text.split(':');
  if (head === 'lay')
    return { kind: 'lay', text, tile: Number(first), square: second, turn: Number(third) };
  if (head === 'take') return { kind: 'take', text, building: first };
  if (head === 'pass') return { kind: 'pass', text };
  if (head === 'build')
    return { kind: 'build', text, building: first, at: second, turn: Number(third) };
  if (!first || first === 'undone')
    return { kind: 'use', text, card: head, undone: first === 'undone' };
  if (head === 'levitation') return { kind: 'swap', text, card: head, give: first, take: second };
  if (head === 'jardin-des-plantes')
    return { kind: 'garden', text, card: head, at: first, turn: Number(second) };
  if (head === 'le-penseur')
    return { kind: 'statue', text, card: head, at: first, side: second as Side };
  if (head === 'bouquinistes') return { kind: 'annex', text, card: head, at: first, host: second };
  return { kind: 'piece', text, card: head, at: first };
}

/** The spaces of the board that a move touches. */
export function cellsOfMove(move: Move): readonly Cell[] {
  switch (move.kind) {
    case 'lay':
      return spacesOfSquare(move.square);
    case 'build':
      return cellsAt(move.building, move.at, move.turn);
    case 'garden':
      return cellsAt('garden', move.at, move.turn);
    case 'piece':
    case 'statue':
    case 'annex':
      return [cellOf(move.at)];
    default:
      return [];
  }
}

export function spacesOfMove(move: Move): string[] {
  return cellsOfMove(move).map(nameOf);
}

export function cardOf(move: Move): string | null {
  return 'card' in move ? move.card : null;
}
