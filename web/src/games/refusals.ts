/** The engine's reasons why moves of a lesson are not legal, as the lesson's file holds them. */

/**
 * Rule, reason, and the moves that they forbid: a pattern with a star, and the words that the star
 * stands for.
 */
export type Refusals = readonly (readonly [
  rule: string,
  reason: string,
  patterns: Readonly<Record<string, string>>,
])[];

function fits(pattern: string, values: string, move: string): boolean {
  const [before = '', after = ''] = pattern.split('*');
  return (
    move.length > before.length + after.length &&
    move.startsWith(before) &&
    move.endsWith(after) &&
    values.split(' ').includes(move.slice(before.length, move.length - after.length))
  );
}

export function refusalIn(
  refusals: Refusals,
  move: string,
): { rule: string; reason: string } | null {
  const found = refusals.find(([, , patterns]) =>
    Object.entries(patterns).some(([pattern, values]) => fits(pattern, values, move)),
  );
  return found ? { rule: found[0], reason: found[1] } : null;
}
