/** The costs, gains and consequences of a move, as chips. They come from the server's preview. */
import { number, signed, t } from '$/lib/i18n.svelte';
import type { EventInfo, Json, MovePreview } from '$/lib/protocol';
import { scoringPoints, tokenPicture } from './components';
import { effectOf } from './effects';
import { isOffer } from './facts';
import type { Offer } from './facts';
import type { Move } from './moves';
import { districtName, theDistrict, theProperty } from './names';
import { figureWords } from './tiles';
import { DISTRICTS, SEATS } from './types';
import type { District, Kind, Position, Seat } from './types';

export interface Chip {
  id: string;
  /** A drawing before the words. */
  picture?: string;
  text: string;
  /** The words for screen readers. */
  label: string;
  /** A drawing after the words, and its own words. */
  then?: { picture: string; text: string };
}
export interface Trade {
  pay: Chip[];
  /** What the move brings at once. */
  gain: Chip[];
  /** What it leads to. */
  then: Chip[];
}
type Names = Partial<Record<Seat, string>>;

const tokens = (details: EventInfo['details'], name: string): [Kind, number][] =>
  Object.entries((details[name] ?? {}) as Record<Kind, number>) as [Kind, number][];

/** Where a token or a tile of a position lies does not matter here, so the log uses it, too. */
export type Purse = Pick<Trade, 'pay' | 'gain'>;

function amount(
  trade: Purse,
  what: string,
  picture: string,
  change: number,
  name: (n: number) => string,
): void {
  if (change === 0) return;
  const size = Math.abs(change);
  const chip = { id: what, picture, text: number(size), label: name(size) };
  (change < 0 ? trade.pay : trade.gain).push(chip);
}

/** Francs, tokens, points, keys and tiles of the events of a move. */
export function fromEvents(events: readonly EventInfo[]): Purse {
  const trade: Purse = { pay: [], gain: [] };
  const sums = new Map<string, number>();
  const add = (what: string, by: unknown): void =>
    void (typeof by === 'number' && sums.set(what, (sums.get(what) ?? 0) + by));
  for (const { kind, details } of events) {
    add('francs', details['francs']);
    for (const [token, paid] of tokens(details, 'resources')) add(token, -paid);
    for (const [token, change] of tokens(details, 'tokens')) add(token, change);
    if (kind === 'token') add(String(details['kind']), 1);
    if (kind === 'points' || kind === 'discard' || kind === 'activate' || kind === 'use')
      add('points', details['points']);
    if (kind === 'buy' || kind === 'sell') add(String(details['kind']), kind === 'buy' ? 1 : -1);
    add('keys', details['keys']);
    if (details['taken']) trade.gain.push(tileChip(Number(details['taken'])));
    if (kind === 'bonus') trade.gain.push(tileChip(Number(details['tile'])));
  }
  amount(trade, 'francs', 'franc', sums.get('francs') ?? 0, (n) => t('belle.francs.moved', { n }));
  for (const [what, change] of sums) {
    if (what === 'francs') continue;
    if (what === 'points') amount(trade, what, 'point', change, (n) => t('player.points', { n }));
    else if (what === 'keys')
      amount(trade, what, 'key-orange', change, (n) => t('belle.keys', { n }));
    else amount(trade, what, tokenPicture(what), change, (n) => t(`belle.count.${what}`, { n }));
  }
  return trade;
}

function tileChip(tile: number): Chip {
  const text = t('belle.bonus.short', { n: tile });
  return { id: `tile-${tile}`, text, label: `${text}: ${effectOf(tile)}` };
}

/** The changes of what the scoring tiles would give each seat now. */
function majorityChips(preview: MovePreview, own: Seat, names: Names): Chip[] {
  return DISTRICTS.flatMap((district) =>
    preview.after.flatMap((after, index) => {
      const seat = SEATS[index] ?? 'orange';
      const change = (after.lines[district] ?? 0) - (preview.before[index]?.lines[district] ?? 0);
      if (change === 0) return [];
      const values = { name: districtName(district), change: signed(change) };
      const text =
        seat === own
          ? t('belle.gain.majority', values)
          : t('belle.then.rivalMajority', { ...values, player: names[seat] ?? '' });
      return [{ id: `majority-${district}-${seat}`, picture: 'laurel', text, label: text }];
    }),
  );
}

function sumChips(sums: NonNullable<Offer['sums']>, names: Names): Chip[] {
  const text = t('belle.then.sum', {
    name: districtName(sums.district),
    from: sums.before,
    to: sums.after,
    place: t(`belle.rank.${sums.place}`),
  });
  const passed = sums.rivals.filter(({ overtaken }) => overtaken);
  return [
    { id: 'sum', text, label: text },
    ...passed.map(({ seat, sum }) => {
      const words = t('belle.then.overtakes', { name: names[seat] ?? '', n: sum });
      return { id: `past-${seat}`, picture: `emblem-${seat}`, text: words, label: words };
    }),
  ];
}

/** The key of the printed rules has its word; another one, by a house rule, its number. */
const USUAL_KEY = 4;

function scoringChip({ keys, best, tiles }: NonNullable<Offer['scoring']>, own: Seat): Chip {
  const points = signed(best.points[own] ?? 0);
  const usual = keys === USUAL_KEY;
  const facts = {
    n: keys,
    tile: scoringPoints(best.tile).join(', '),
    name: theDistrict(best.district),
    points,
    list: tiles.join(', '),
  };
  return {
    id: 'scoring',
    picture: 'laurel',
    text: usual ? t('belle.then.scoring') : t('belle.then.scoringKey', { n: keys }),
    label: usual ? t('belle.then.scoring.label', facts) : t('belle.then.scoringKey.label', facts),
    then: { picture: 'point', text: points },
  };
}

function walkChip({ price, can_pay, tiles }: NonNullable<Offer['walk']>, own: Seat): Chip[] {
  if (can_pay && !tiles.length) return [];
  const text = !can_pay
    ? t('belle.then.stepTooDear', { n: price })
    : price === 0
      ? t('belle.gain.step')
      : t('belle.gain.stepFor', { n: price });
  return [{ id: 'step', picture: `stroller-${own}`, text, label: text }];
}

function medalsChip({ kind, most, points }: NonNullable<Offer['medals']>): Chip {
  return {
    id: 'medals',
    picture: tokenPicture(kind),
    text: t('belle.gain.medals', { n: most }),
    label: t('belle.gain.medals.label', { n: most, points: signed(points) }),
    then: { picture: 'point', text: signed(points) },
  };
}

/** What the move leads to: points for medals, a step, the scoring tile, sums, what it leaves. */
function thenChips(offer: Offer, position: Position, own: Seat, names: Names): Chip[] {
  const { walk, medals, scoring, sums, left, tile } = offer;
  const figure = tile ? figureWords(tile) : '';
  const free = left
    ? t('belle.then.left', { name: theProperty(position, left.district, left.value) })
    : '';
  return [
    ...(figure ? [{ id: 'figure', text: figure, label: figure }] : []),
    ...(medals ? [medalsChip(medals)] : []),
    ...(scoring ? [scoringChip(scoring, own)] : []),
    ...(walk ? walkChip(walk, own) : []),
    ...(sums ? sumChips(sums, names) : []),
    ...(free ? [{ id: 'left', text: free, label: free }] : []),
  ];
}

export function tradeOf(
  move: Move,
  preview: MovePreview | null,
  position: Position,
  own: Seat,
  names: Names,
): Trade {
  const trade: Trade = { ...fromEvents(preview?.events ?? []), then: [] };
  if (move.kind === 'move' && move.with)
    trade.pay.push({
      id: 'with',
      text: t('belle.bonus.short', { n: move.with }),
      label: t('belle.bonus.name', { n: move.with }),
    });
  const offer: Json = preview?.offer ?? {};
  if (preview && isOffer(offer))
    trade.then.push(
      ...thenChips(offer, position, own, names),
      ...majorityChips(preview, own, names),
    );
  return trade;
}

/** The trade as one text: for screen readers with all that is known, for a note beside it shorter. */
export function tradeWords({ pay, gain, then }: Trade, short = false): string {
  const all = (chips: readonly Chip[]): string => chips.map(({ label }) => label).join(', ');
  return [
    ...(pay.length ? [t('belle.say.pay', { what: all(pay) })] : []),
    ...(gain.length ? [t('belle.say.gain', { what: all(gain) })] : []),
    ...then.map(({ label, text, then: more }) =>
      short ? [text, more?.text].filter(Boolean).join(' ') : label,
    ),
  ].join(short ? '\n' : '. ');
}

/** The points that a move gives at once. Those of francs or majorities can still be lost. */
export function pointsAtOnce(preview: MovePreview | null, seat: number): number {
  const [before, after] = [preview?.before[seat], preview?.after[seat]];
  return (after?.lines['points'] ?? 0) - (before?.lines['points'] ?? 0);
}

/** The changes of the player's own things in a preview, by kind. */
export function changesOf(trade: Trade | null): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { id, text } of trade?.pay ?? []) found.set(id, -Number(text));
  for (const { id, text } of trade?.gain ?? []) found.set(id, Number(text));
  return found;
}

export const districtsWithTile = (position: Position): District[] =>
  DISTRICTS.filter((name) => position.districts[name].scoring_tile !== null);
