/** The turn that a hint begins, in words. Its first move may only prepare what the turn is about. */
import type { GameParts, Json } from '$/games/plugin';
import type { Hint } from '$/lib/protocol';

type Described = Pick<GameParts, 'isQuiet' | 'turnWords'>;

/** Null if the first move says it all: nothing follows, or a draw, after which nothing is known. */
export function wholeTurn(
  { move, then }: Pick<Hint, 'move' | 'then'>,
  parts: Described,
  position: Json,
): string | null {
  if (!parts.turnWords || then.every((later) => parts.isQuiet(later))) return null;
  const whole = parts.turnWords([move, ...then], position).plain;
  return whole === parts.turnWords([move], position).plain ? null : whole;
}
