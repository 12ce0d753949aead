/** The words of a game without translations: its notation, made readable. */
import { capital } from '$/lib/i18n.svelte';
import type { Chair } from '../plugin';

/** A word of the notation or of the position: hyphens and underlines join its parts. */
export function plain(word: string): string {
  return word.replace(/(?<=[\p{L}\d])[_-](?=[\p{L}\d])/gu, ' ').trim();
}

export function title(word: string): string {
  return capital(plain(word));
}

/** A move: its words follow one another, `take:two` is "Take two". */
export function moveWords(move: string): string {
  return capital(move.split(':').filter(Boolean).map(plain).join(' '));
}

/** Shows the name of a seat as the name of its player. Other names are made readable. */
export type Namer = (word: string) => string;

export function namer(seatNames: readonly string[], chairs: readonly Chair[]): Namer {
  return (word) => chairs.find(({ seat }) => seatNames[seat] === word)?.title ?? title(word);
}

export interface MoveGroup {
  /** The first word of the moves. */
  head: string;
  moves: { move: string; text: string }[];
}

/** Moves by their first word, in the order of the list; a search leaves out the others. */
export function groupsOf(legal: readonly string[], wanted = ''): MoveGroup[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, MoveGroup>();
  for (const move of legal) {
    const [head = '', ...rest] = move.split(':');
    const text = moveWords(move);
    if (!words.every((word) => move.includes(word) || text.toLowerCase().includes(word))) continue;
    const group = groups.get(head) ?? { head: title(head), moves: [] };
    group.moves.push({ move, text: rest.length ? moveWords(rest.join(':')) : text });
    groups.set(head, group);
  }
  return [...groups.values()];
}
