/** The costs and gains of a move, as chips. They come from the server's preview. */
import { number, signed, t } from '$/lib/i18n.svelte';
import type { EventInfo, MovePreview } from '$/lib/protocol';
import { components, LANDMARKS, tokenPicture } from './components';
import { worth } from './majorities';
import type { Move } from './moves';
import { districtName } from './names';
import { DISTRICTS } from './types';
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
  gain: Chip[];
}

const tokens = (details: EventInfo['details'], name: string): [Kind, number][] =>
  Object.entries((details[name] ?? {}) as Record<Kind, number>) as [Kind, number][];

function amount(
  trade: Trade,
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
function fromEvents(trade: Trade, events: readonly EventInfo[]): void {
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
  amount(trade, 'francs', 'franc', sums.get('francs') ?? 0, (n) => t('belle.francs', { n }));
  for (const [what, change] of sums) {
    if (what === 'francs') continue;
    if (what === 'points') amount(trade, what, 'point', change, (n) => t('player.points', { n }));
    else if (what === 'keys')
      amount(trade, what, 'key-orange', change, (n) => t('belle.keys', { n }));
    else amount(trade, what, tokenPicture(what), change, (n) => t(`belle.token.${what}`, { n }));
  }
}

function tileChip(tile: number): Chip {
  const text = t('belle.bonus.short', { n: tile });
  return { id: `tile-${tile}`, text, label: `${text}: ${t(`belle.effect.${tile}`)}` };
}

/** The change of the seat's points for majorities. */
function fromMajorities(trade: Trade, preview: MovePreview, seat: number): void {
  for (const district of DISTRICTS) {
    const change =
      (preview.after[seat]?.lines[district] ?? 0) - (preview.before[seat]?.lines[district] ?? 0);
    if (change === 0) continue;
    const text = t('belle.gain.majority', { name: districtName(district), change: signed(change) });
    (change < 0 ? trade.pay : trade.gain).push({
      id: `majority-${district}`,
      picture: 'laurel',
      text,
      label: text,
    });
  }
}

/** The sum in the district before and after a key moves in it. */
function sumChip(position: Position, move: Extract<Move, { kind: 'move' }>, seat: Seat): Chip {
  const now = worth(position, move.district, seat);
  const left = typeof move.from === 'number' ? move.from : 0;
  const text = t('belle.gain.sum', {
    name: districtName(move.district),
    from: now,
    to: now + move.to - left,
  });
  return { id: 'sum', text, label: text };
}

/** What the target offers after the move (B6.2, B6.3): a step of the meeple, points for medals. */
function offerChips(position: Position, move: Extract<Move, { kind: 'move' }>, seat: Seat): Chip[] {
  const landmark = LANDMARKS.get(move.to);
  if (landmark) {
    const n = Math.min(
      position.seats[seat]?.tokens?.[landmark.prestige] ?? 0,
      components.board.most_prestige_discarded,
    );
    if (n === 0) return [];
    const points = signed(n * landmark.points);
    return [
      {
        id: 'medals',
        picture: tokenPicture(landmark.prestige),
        text: t('belle.gain.medals', { n }),
        label: t('belle.gain.medals.label', { n, points }),
        then: { picture: 'point', text: points },
      },
    ];
  }
  const price = components.board.meeple_price[move.to];
  if (price === undefined) return [];
  const text = price === 0 ? t('belle.gain.step') : t('belle.gain.stepFor', { n: price });
  return [{ id: 'step', picture: `stroller-${seat}`, text, label: text }];
}

export function tradeOf(
  move: Move,
  preview: MovePreview | null,
  position: Position,
  seat: Seat,
  index: number,
): Trade {
  const trade: Trade = { pay: [], gain: [] };
  if (move.kind === 'move' && move.with)
    trade.pay.push({
      id: 'with',
      text: t('belle.bonus.short', { n: move.with }),
      label: t('belle.bonus.name', { n: move.with }),
    });
  if (preview) {
    fromEvents(trade, preview.events);
    fromMajorities(trade, preview, index);
  }
  if (move.kind === 'move')
    trade.gain.push(...offerChips(position, move, seat), sumChip(position, move, seat));
  return trade;
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
