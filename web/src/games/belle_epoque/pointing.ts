/** What the player's choice shows on the map and in the trays. */
import type { Choice } from './choice.svelte';
import { marksOf, sourcePlace } from './moves';
import type { Ghost } from './places';
import type { Position } from './types';

const placeOf = (mark: string): string => mark.replace(/^from:/, '');

const isOnMap = (mark: string): boolean =>
  !/^(?:from|landmark|tile|face|left|buy|sell|discard):/.test(mark);

/** The places of the map that a move is about: where it leads to, then where it begins. */
export function placesOfMove(marks: readonly string[]): readonly string[] {
  const sources = marks.filter((mark) => mark.startsWith('from:')).map(placeOf);
  return [...marks.filter(isOnMap).reverse(), ...sources];
}

export type TrayId = 'screen' | 'landmarks' | 'market' | 'log' | 'tiles';

/** The tray that shows a move which leads to no place of the map. */
export function trayOf(marks: readonly string[]): TrayId | null {
  const [kind] = marks.some(isOnMap) ? [] : (marks[0]?.split(':') ?? []);
  if (kind === 'buy') return 'market';
  return kind === 'sell' || kind === 'tile' || kind === 'face' ? 'screen' : null;
}

/** The places that a question within a turn is about: a tile to be put, a bonus, a scoring tile. */
export function askedPlaces(choice: Choice, position: Position): readonly string[] {
  const places = choice.asked.flatMap(({ move }) => {
    switch (move.kind) {
      case 'place':
        return marksOf(move, position);
      case 'bonus':
        return [`track:${move.tile}`];
      case 'score':
        return [`district:${move.district}`];
      default:
        return [];
    }
  });
  return [...new Set(places)];
}

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
