/** What the player's choice shows on the map and in the trays. */
import type { Choice } from './choice.svelte';
import { sourcePlace } from './moves';
import type { Ghost } from './places';
import type { Position } from './types';

const placeOf = (mark: string): string => mark.replace(/^from:/, '');

/** The places that can be chosen. */
export function mayPoint(choice: Choice): ReadonlySet<string> {
  return new Set([...choice.may].map(placeOf));
}

/** The chosen places, also those that follow from the choice. */
export function chosenPlaces(choice: Choice): ReadonlySet<string> {
  return new Set([...choice.settled, ...choice.chosen].map(placeOf));
}

/** The targets of moves. While nothing is chosen, the player chooses a key first. */
export function laterPlaces(choice: Choice, may: ReadonlySet<string>): ReadonlySet<string> {
  if (choice.chosen.length) return new Set();
  const first = choice.offers
    .flatMap(({ move, marks }) => (move.kind === 'move' ? marks.slice(0, 1) : marks))
    .map(placeOf);
  return new Set([...may].filter((place) => !first.includes(place)));
}

/** Landmarks of the display, shown where they would lie. */
export function ghostsOf(choice: Choice, position: Position): Ghost[] {
  const meant = choice.ready?.move;
  const moves = choice.candidates.flatMap(({ move }) =>
    move.kind === 'move' && position.landmarks.includes(move.to) ? [move] : [],
  );
  const values = new Set(moves.map(({ to }) => to));
  const none = meant
    ? meant.kind !== 'move' || !position.landmarks.includes(meant.to)
    : values.size !== 1;
  if (none) return [];
  const shown = meant?.kind === 'move' ? [meant] : moves;
  return [
    ...new Map(shown.map(({ district, to }) => [district, { district, value: to }])).values(),
  ];
}

/** Whether only landmarks of the display are left to choose from. */
export function asksForLandmark(choice: Choice, position: Position): boolean {
  return (
    choice.candidates.length > 1 &&
    !ghostsOf(choice, position).length &&
    choice.candidates.every(
      ({ move }) => move.kind === 'move' && position.landmarks.includes(move.to),
    )
  );
}

/** The places between which the chosen key moves. */
export function pathOf(choice: Choice): readonly [string, string] | null {
  const meant = choice.ready?.move;
  return meant?.kind === 'move' ? [sourcePlace(meant), `${meant.district}:${meant.to}`] : null;
}
