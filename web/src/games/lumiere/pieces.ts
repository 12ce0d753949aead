/** The names of pieces on the board, by which they travel. */
import { cellOf, squareAt } from './geometry';
import type { Lamp } from './light';
import type { Position } from './types';

/** The tile on which a space or a square lies. */
export function tileAt(position: Position, space: string): string | undefined {
  const tile = position.squares[squareAt(cellOf(space))];
  return tile ? `tile:${tile.owner}:${tile.tile}` : undefined;
}

/** The piece that shines, for streetlights that a postcard brought. */
export function pieceOf({ kind }: Lamp): string {
  return kind === 'large' ? 'large-lamp' : 'lamp';
}
