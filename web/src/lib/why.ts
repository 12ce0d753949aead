/** Why a move is better than another one, in sentences. Every figure comes from the server. */
import type { Chair, GameParts, Json } from '$/games/plugin';
import { listing, signed, t } from './i18n.svelte';
import type { Explanation, LineChange, PartChange, PlaceChange } from './protocol';

/** What the best move is compared with: the move that was played, or the next best one. */
export type Compared = 'played' | 'next';

const MOST_PARTS = 3;
const MOST_LINES = 3;
/** A smaller gain is said to be none. A negative gain is chance: the search prefers the move. */
const EQUAL = 0.05;

/** Who plays, and the words of the game. */
export interface Situation {
  parts: GameParts;
  chairs: readonly Chair[];
  /** The seat that moves. */
  seat: number;
  position: Json | null;
}

const chairNamed = (chairs: readonly Chair[], colour: string): Chair | undefined =>
  chairs.find((chair) => chair.colour === colour);

/** A change with its points. The name is said if it is not the player who moves. */
function change(what: string, points: number, colour: string, { chairs, seat }: Situation): string {
  const chair = chairNamed(chairs, colour);
  const values = { what, points: signed(points) };
  return chair && chair.seat !== seat
    ? t('why.partOf', { ...values, name: chair.title })
    : t('why.part', values);
}

function partWords(part: PartChange, { parts, chairs }: Situation): string {
  const names = (colour: string): string => chairNamed(chairs, colour)?.title ?? colour;
  return parts.partWords(part, names);
}

function reasons(found: readonly PartChange[], situation: Situation): string {
  const said = found
    .slice(0, MOST_PARTS)
    .map((part) => change(partWords(part, situation), part.points, part.seat, situation));
  return listing(said);
}

/** What the move brings at once. */
function now({ at_once: found }: Explanation, situation: Situation): string[] {
  if (!found.length) return [];
  const { chairs, seat } = situation;
  const own = found.filter((part) => chairNamed(chairs, part.seat)?.seat === seat);
  const total = own.reduce((sum, { points }) => sum + points, 0);
  const [only] = found;
  if (!own.length) return [t('why.nowOthers', { reasons: reasons(found, situation) })];
  return [
    t('why.now', {
      points: signed(total),
      reasons: found.length === 1 && only ? partWords(only, situation) : reasons(found, situation),
    }),
  ];
}

/** What the move gains at the end, and in which lines. */
function end(why: Explanation, compared: Compared, situation: Situation): string[] {
  if (why.gain === null) return [];
  if (why.gain < EQUAL) return [t(`why.equal.${compared}`)];
  const points = { points: signed(why.gain) };
  const gain = t(why.proved ? `why.proved.${compared}` : `why.gain.${compared}`, points);
  if (why.at_end.length) return [gain, t('why.ends', { reasons: reasons(why.at_end, situation) })];
  /* A game with one line has nothing to tell apart. */
  const lines = new Set(why.lines.map(({ line }) => line));
  if (lines.size < 2) return [gain];
  const said = why.lines.slice(0, MOST_LINES).map((line) => lineWords(line, situation));
  return [gain, t('why.lines', { lines: listing(said) })];
}

function lineWords({ line, points, seat }: LineChange, situation: Situation): string {
  return change(situation.parts.scoreLine(line), points, seat, situation);
}

/** The place that speaks most for the move. */
function place([first]: readonly PlaceChange[], situation: Situation): string[] {
  if (!first) return [];
  const { parts, chairs, seat, position } = situation;
  const gains = first.best.map((share, other) => {
    const gain = share - (first.other[other] ?? 0);
    return other === seat ? gain : -gain;
  });
  const holder = gains.indexOf(Math.max(...gains));
  const percent = (shares: readonly number[]): number => Math.round((shares[holder] ?? 0) * 100);
  const said = parts.placeWords(
    {
      place: first.place,
      name: chairs[holder]?.title ?? '',
      best: percent(first.best),
      other: percent(first.other),
    },
    position,
  );
  return said ? [said] : [];
}

/** The reasons for a move: what it brings at once, at the end, and on which place. */
export function whySentences(
  why: Explanation,
  compared: Compared,
  situation: Situation,
): readonly string[] {
  return [
    ...now(why, situation),
    ...end(why, compared, situation),
    ...place(why.places, situation),
  ];
}

/** A proved margin in words. */
export function proofSentence(margin: number, name: string): string {
  if (margin === 0) return t('why.proof.even', { name });
  return t(margin > 0 ? 'why.proof.ahead' : 'why.proof.behind', { name, n: Math.abs(margin) });
}
