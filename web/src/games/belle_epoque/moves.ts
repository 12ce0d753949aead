/** Reads moves in the server's notation. Nothing here says what is legal. */
import type { District, Kind, Position, Resource } from './types';

export type Move = { text: string } & (
  | { kind: 'draw'; pile: number }
  | { kind: 'place'; district: District }
  | { kind: 'key'; where: 'arc' | District }
  | {
      kind: 'move';
      from: 'arc' | 'bank' | number;
      district: District;
      to: number;
      with: 9 | 16 | null;
    }
  | { kind: 'take' }
  | { kind: 'pass' }
  | { kind: 'choose'; face: string | null }
  | { kind: 'bonus'; tile: number }
  | { kind: 'discard'; amount: number }
  | { kind: 'score'; points: number; district: District }
  | { kind: 'decline' }
  | { kind: 'buy'; token: Resource }
  | { kind: 'sell'; token: Kind }
  | { kind: 'activate'; tile: number; choice: readonly string[] }
  | { kind: 'use'; face: string; choice: readonly string[] }
  | { kind: 'end' }
);

export function parseMove(text: string): Move {
  const [head = '', ...rest] = text.split(':');
  const [first = '', second = '', third = '', fourth = ''] = rest;
  switch (head) {
    case 'draw':
      return { kind: 'draw', text, pile: Number(first) };
    case 'place':
      return { kind: 'place', text, district: first as District };
    case 'key':
      return { kind: 'key', text, where: first as 'arc' | District };
    case 'move': {
      const tile = fourth === 'with-9' ? 9 : fourth === 'with-16' ? 16 : null;
      if (first === 'arc')
        return {
          kind: 'move',
          text,
          from: 'arc',
          district: second as District,
          to: Number(third),
          with: tile,
        };
      return {
        kind: 'move',
        text,
        from: second === 'bank' ? 'bank' : Number(second),
        district: first as District,
        to: Number(third),
        with: tile,
      };
    }
    case 'choose':
      return { kind: 'choose', text, face: first ? `${first}:${second}` : null };
    case 'bonus':
      return { kind: 'bonus', text, tile: Number(first) };
    case 'discard':
      return { kind: 'discard', text, amount: Number(first) };
    case 'score':
      return { kind: 'score', text, points: Number(first), district: second as District };
    case 'buy':
      return { kind: 'buy', text, token: first as Resource };
    case 'sell':
      return { kind: 'sell', text, token: first as Kind };
    case 'activate':
      if (Number.isNaN(Number(first)))
        return { kind: 'use', text, face: `${first}:${second}`, choice: rest.slice(2) };
      return { kind: 'activate', text, tile: Number(first), choice: rest.slice(1) };
    case 'take':
    case 'pass':
    case 'decline':
    case 'end':
      return { kind: head, text };
    default:
      throw new Error(`${text} is no move of this game`);
  }
}

/** Whether a move is a free action: buying, selling or using a tile (B3.2). */
export function isFree({ kind }: Move): boolean {
  return kind === 'buy' || kind === 'sell' || kind === 'activate' || kind === 'use';
}

/** The place from which a key moves. */
export function sourcePlace(move: Extract<Move, { kind: 'move' }>): string {
  if (move.from === 'arc') return 'arc';
  return move.from === 'bank' ? `bank:${move.district}` : `${move.district}:${move.from}`;
}

/**
 * The marks of a move: everything that a player can point at to choose it. `from:` marks the place
 * from which a key moves. A landmark of the display has two marks: itself, and where it would lie.
 */
export function marksOf(move: Move, position: Position): string[] {
  switch (move.kind) {
    case 'draw':
      return [`pile:${move.pile}`];
    case 'place':
      return [`${move.district}:${position.drawn?.split(':')[1] ?? ''}`];
    case 'key':
      return [move.where === 'arc' ? 'arc' : `bank:${move.where}`];
    case 'move': {
      const marks = [`from:${sourcePlace(move)}`, `${move.district}:${move.to}`];
      if (position.landmarks.includes(move.to)) marks.push(`landmark:${move.to}`);
      return marks;
    }
    case 'bonus':
      return [`track:${move.tile}`];
    case 'score':
      return [`scoring:${move.points}`, `district:${move.district}`];
    case 'take':
      return ['end-tiles'];
    case 'choose':
      return [`left:${move.face}`];
    case 'discard':
      return [`discard:${move.amount}`];
    case 'buy':
    case 'sell':
      return [move.text];
    case 'activate':
      return [
        `tile:${move.tile}`,
        ...(move.tile === 17 || move.tile === 25 ? [`track:${move.choice[0]}`] : []),
      ];
    case 'use':
      return [`face:${move.face}`];
    default:
      return [move.kind];
  }
}

/** The places of the map that a move of the log touched. */
export function touched(move: Move, details: Readonly<Record<string, unknown>>): string[] {
  switch (move.kind) {
    case 'draw': {
      const [, value] = String(details['tile'] ?? '').split(':');
      return details['district'] ? [`${String(details['district'])}:${value}`] : [];
    }
    case 'place':
      return [`${move.district}:${String(details['tile'] ?? '').split(':')[1] ?? ''}`];
    case 'key':
      return [move.where === 'arc' ? 'arc' : `bank:${move.where}`];
    case 'move':
      return [`${move.district}:${move.to}`];
    case 'bonus':
      return [`space:${String(details['space'] ?? '')}`];
    case 'score':
      return [`district:${move.district}`];
    default:
      return [];
  }
}
