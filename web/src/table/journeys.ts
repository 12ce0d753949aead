/**
 * Which pieces moved between two pictures of the table. A piece has a name (`building:smile`) and a
 * place (`pool`). Several pieces may have the same name: the keys of one player are all alike.
 */

export interface Seen<Thing> {
  piece: string;
  at: string;
  thing: Thing;
}

/** Where a piece comes from or goes to when no picture shows it there: the name of a spot. */
export interface Journey {
  piece: string;
  from?: string;
  to?: string;
}

/** A piece that travels. `from` and `to` are the piece itself in a picture, or a spot. */
export interface Flight<Thing> {
  piece: string;
  from: { thing: Thing } | { spot: string };
  to: { thing: Thing } | { spot: string };
}

function byPiece<Thing>(seen: readonly Seen<Thing>[]): Map<string, Seen<Thing>[]> {
  const found = new Map<string, Seen<Thing>[]>();
  for (const one of seen) found.set(one.piece, [...(found.get(one.piece) ?? []), one]);
  return found;
}

/** The pieces of `some` that are not matched by a piece at the same place in `others`. */
function unmatched<Thing>(some: readonly Seen<Thing>[], others: readonly Seen<Thing>[]): Thing[] {
  const left = new Map<string, number>();
  for (const { at } of others) left.set(at, (left.get(at) ?? 0) + 1);
  return some.flatMap(({ at, thing }) => {
    const n = left.get(at) ?? 0;
    left.set(at, n - 1);
    return n > 0 ? [] : [thing];
  });
}

/**
 * The pieces that travel. A piece that only appears comes from the spot that its journey names, or
 * from the mover. A piece that only disappears goes there.
 */
export function flightsOf<Thing>(
  before: readonly Seen<Thing>[],
  after: readonly Seen<Thing>[],
  journeys: readonly Journey[],
  mover: string,
): Flight<Thing>[] {
  const [old, now] = [byPiece(before), byPiece(after)];
  const flights: Flight<Thing>[] = [];
  for (const piece of new Set([...old.keys(), ...now.keys()])) {
    const gone = unmatched(old.get(piece) ?? [], now.get(piece) ?? []);
    const come = unmatched(now.get(piece) ?? [], old.get(piece) ?? []);
    const journey = journeys.find((found) => found.piece === piece);
    for (let i = 0; i < Math.max(gone.length, come.length); i++) {
      const [from, to] = [gone[i], come[i]];
      flights.push({
        piece,
        from: from === undefined ? { spot: journey?.from ?? mover } : { thing: from },
        to: to === undefined ? { spot: journey?.to ?? mover } : { thing: to },
      });
    }
  }
  return flights;
}
