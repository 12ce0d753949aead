import type { Json } from '$/lib/protocol';

/**
 * The component files of a game: the one of new games, and those of earlier releases, each named by
 * its digest. A table goes on with the pieces with which it began. Players may have brought their
 * own file: the server sends what it says.
 */
export async function piecesOf<Pieces>(
  digest: string | null,
  own: Json | null,
  current: Pieces,
  earlier: Record<string, () => Promise<{ default: Pieces }>>,
): Promise<Pieces> {
  if (own) return own as Pieces;
  const found = Object.entries(earlier).find(([path]) => path.endsWith(`/${digest}.toml`));
  return found ? (await found[1]()).default : current;
}
