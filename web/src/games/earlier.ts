/**
 * The component files of a game: the one of new games, and those of earlier releases, each named by
 * its digest. A table goes on with the pieces with which it began.
 */
export async function piecesOf<Pieces>(
  digest: string | null,
  current: Pieces,
  earlier: Record<string, () => Promise<{ default: Pieces }>>,
): Promise<Pieces> {
  const found = Object.entries(earlier).find(([path]) => path.endsWith(`/${digest}.toml`));
  return found ? (await found[1]()).default : current;
}
