/** Why a move is better than another one, in sentences. Every figure comes from the server. */
import type { Chair, GameParts, Json } from '$/games/plugin';
import { listing, signed, t } from './i18n.svelte';
import type { Explanation, LineChange, PartChange, PlaceChange, Score } from './protocol';

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
  /** The seat of the reader, who is addressed; null in an analysis, where everybody has a name. */
  reader: number | null;
  position: Json | null;
  /** How many lines the score of the game has. */
  lines: number;
}

/** The number of lines of a score; every score of a game has all of them. */
export const linesIn = (scores: readonly Score[]): number =>
  Object.keys(scores[0]?.lines ?? {}).length;

const chairNamed = (chairs: readonly Chair[], colour: string): Chair | undefined =>
  chairs.find((chair) => chair.colour === colour);

interface Change {
  what: string;
  points: number;
  colour: string;
}

/** Changes with their points. Whose each is, is said unless all are of the player who moves. */
function changes(found: readonly Change[], { chairs, seat, reader }: Situation): string {
  const owners = found.map(({ colour }) => chairNamed(chairs, colour));
  const several = owners.some((chair) => chair && chair.seat !== seat);
  const said = found.map(({ what, points }, index) => {
    const chair = owners[index];
    const values = { what, points: signed(points) };
    if (!chair || !several) return t('why.part', values);
    if (chair.seat === reader) return t('why.partOf.you', values);
    return t('why.partOf', { ...values, name: chair.title });
  });
  return listing(said);
}

function partWords(part: PartChange, { parts, chairs, reader }: Situation): string {
  const names = (colour: string): string | null => {
    const chair = chairNamed(chairs, colour);
    return chair && chair.seat === reader ? null : (chair?.title ?? colour);
  };
  return parts.partWords(part, names);
}

function reasons(found: readonly PartChange[], situation: Situation): string {
  const said = found.slice(0, MOST_PARTS).map((part) => ({
    what: partWords(part, situation),
    points: part.points,
    colour: part.seat,
  }));
  return changes(said, situation);
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
      n: Math.abs(total),
      points: signed(total),
      reasons: found.length === 1 && only ? partWords(only, situation) : reasons(found, situation),
    }),
  ];
}

/** What the move gains at the end, and in which lines. */
function end(why: Explanation, compared: Compared, situation: Situation): string[] {
  if (why.gain === null) return [];
  const points = { n: Math.abs(why.gain), points: signed(why.gain) };
  const gain =
    why.gain < EQUAL
      ? equal(why, compared, situation)
      : t(why.proved ? `why.proved.${compared}` : `why.gain.${compared}`, points);
  if (why.at_end.length) return [gain, t('why.ends', { reasons: reasons(why.at_end, situation) })];
  if (!why.lines.length && why.gain < EQUAL) return [gain, t('why.same')];
  /* Where a game has one line, the gain says it already. */
  if (!why.lines.length || situation.lines < 2) return [gain];
  return [gain, lines(why.lines, why.gain, situation)];
}

/**
 * The lines with the largest differences. Between two players all other lines are added up, so that the
 * figures make the gain: what a rival loses is gained. With more players the gain counts one rival only.
 */
function lines(found: readonly LineChange[], gain: number, situation: Situation): string {
  const { chairs, seat } = situation;
  const shown = found.slice(0, MOST_LINES);
  const said = shown.map((line) => lineWords(line, situation));
  if (found.length === shown.length) return t('why.lines', { lines: changes(said, situation) });
  if (chairs.length > 2) return t('why.lines.most', { lines: changes(said, situation) });
  const counted = shown.reduce((sum, line) => {
    return sum + (chairNamed(chairs, line.seat)?.seat === seat ? line.points : -line.points);
  }, 0);
  const rest = Math.round((gain - counted) * 10) / 10;
  const mover = chairs.find((chair) => chair.seat === seat)?.colour ?? '';
  const all = rest ? [...said, { what: t('why.rest'), points: rest, colour: mover }] : said;
  return t('why.lines', { lines: changes(all, situation) });
}

/** The other move is about as good. The next best one is named: the reader may like it better. */
function equal(why: Explanation, compared: Compared, { parts, seat, position }: Situation): string {
  const { plain } = parts.describe(why.other ?? '', seat, position);
  return t(`why.equal.${compared}`, { move: plain });
}

function lineWords({ line, points, seat }: LineChange, { parts }: Situation): Change {
  return {
    what: parts.lineChange?.(line, points) ?? parts.scoreLine(line),
    points,
    colour: seat,
  };
}

/** The place that speaks most for the move. */
function place([first]: readonly PlaceChange[], situation: Situation): string[] {
  if (!first) return [];
  const { parts, chairs, seat, reader, position } = situation;
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
      yours: holder === reader,
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

/** A proved margin in words. The reader is addressed, and has no name. */
export function proofSentence(margin: number, name: string | null): string {
  const how = margin === 0 ? 'even' : margin > 0 ? 'ahead' : 'behind';
  const n = Math.abs(margin);
  return name === null ? t(`why.proof.${how}.you`, { n }) : t(`why.proof.${how}`, { name, n });
}
