/** What is asked of the player now, in one sentence, and what the main button would do. */
import { signed, t } from '$/lib/i18n.svelte';
import type { Outcome } from '$/lib/protocol';
import { ask, endNote } from '$/table/prompt';
import type { Ask as PlainAsk } from '$/table/prompt';
import type { Hand } from './hand.svelte';
import { lampsOf, lightsOn } from './light';
import { nameOf, onBoard } from './geometry';
import { PIECE_OF } from './moves';
import type { Position, Seat } from './types';
import { buildingName, cardEffect, cardName, pieceName } from './words';

export interface Ask extends PlainAsk {
  /** Whether turning makes sense now. */
  turns?: boolean;
  /** Whether there is something to put back. */
  back?: boolean;
  /** Whether the postcard in hand may be used without its action. */
  undone?: boolean;
}

const nothing = ask('');

export function askLook(): PlainAsk {
  return ask(t('lumiere.ask.look'));
}

export function askOver(outcome: Outcome, names: readonly string[]): PlainAsk {
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const totals = outcome.scores.map(({ total }) => total);
  const points = { first: Math.max(...totals), second: Math.min(...totals) };
  const text =
    winners.length !== 1
      ? t('lumiere.ask.draw', points)
      : t('lumiere.ask.won', { name: names[winners[0] ?? 0] ?? '', ...points });
  return ask(text, endNote(outcome));
}

function withChange(text: string, change: number | null): string {
  return change === null ? text : `${text} ${signed(change)}`;
}

/** Our turn: what the hand holds decides what is asked. `change` is the server's preview. */
export function askYou(position: Position, hand: Hand, change: number | null): Ask {
  const { grip } = hand;
  if (!grip) return idle(position, hand);
  if (grip.kind === 'tile') return tile(hand, change);
  if (grip.kind === 'take') return take(grip.building);
  if (grip.kind === 'building') return building(position, hand, grip.building, change);
  return card(hand, grip.card, change);
}

function idle(position: Position, hand: Hand): Ask {
  if (position.phase === 'laying') {
    const lays = hand.offers.tiles.size > 0;
    return { ...nothing, text: t(lays ? 'lumiere.ask.layOrTake' : 'lumiere.ask.takeOrPass') };
  }
  const [builds, cards] = [hand.offers.buildings.size > 0, hand.offers.cards.size > 0];
  const key = builds && cards ? 'buildOrCard' : builds ? 'build' : cards ? 'card' : 'pass';
  return { ...nothing, text: t(`lumiere.ask.${key}`), note: t(`lumiere.ask.${key}.note`) };
}

function tile(hand: Hand, change: number | null): Ask {
  const at = hand.ghost?.move?.kind === 'lay' ? hand.ghost.move.square : '';
  if (hand.pinned && at)
    return {
      ...nothing,
      text: t('lumiere.ask.layHere', { at }),
      note: t('lumiere.ask.turnNote'),
      main: withChange(t('lumiere.do.lay'), change || null),
      turns: true,
      back: true,
    };
  const more = hand.offers.takes.size > 0;
  return {
    ...nothing,
    text: t(more ? 'lumiere.ask.layOrTake' : 'lumiere.ask.lay'),
    note: t('lumiere.ask.layNote'),
    turns: true,
  };
}

function take(name: string): Ask {
  return {
    ...nothing,
    text: t('lumiere.ask.take', { name: buildingName(name) }),
    note: t('lumiere.ask.takeNote'),
    main: t('lumiere.do.take'),
    back: true,
  };
}

function building(position: Position, hand: Hand, name: string, change: number | null): Ask {
  const pending = position.pending === name;
  const base = { ...nothing, turns: true, back: !pending || hand.pinned };
  if (!hand.pinned || !hand.ghost?.move)
    return {
      ...base,
      text: t(pending ? 'lumiere.ask.pending' : 'lumiere.ask.place', { name: buildingName(name) }),
      note: t('lumiere.ask.placeNote'),
    };
  return {
    ...base,
    text: t('lumiere.ask.buildHere', { name: buildingName(name) }),
    note: lightNote(position, hand),
    main: withChange(t('lumiere.do.build'), change),
  };
}

function lightNote(position: Position, hand: Hand): string {
  const spaces = (hand.ghost?.cells ?? []).filter(onBoard).map(nameOf);
  const lights = lightsOn(spaces, lampsOf(position, spaces)).length;
  const power = powerNote(position, spaces, position.to_move);
  return [t('lumiere.note.lights', { n: lights, size: spaces.length }), power]
    .filter(Boolean)
    .join(' ');
}

/** Which held power a placement would spend, seen from what it covers. */
function powerNote(position: Position, spaces: readonly string[], seat: Seat | null): string {
  const kinds = spaces.map((space) => position.spaces[space]?.kind);
  const notes = [];
  if (kinds.includes('streetlight'))
    notes.push(t('lumiere.note.spends', { card: cardName('metropolitain') }));
  if (kinds.some((kind) => (kind === 'orange' || kind === 'blue') && kind !== seat))
    notes.push(t('lumiere.note.spends', { card: cardName('chartier') }));
  return notes.join(' ');
}

function card(hand: Hand, name: string, change: number | null): Ask {
  const canLeave = hand.moves.some((move) => move.kind === 'use' && move.undone);
  const base = { ...nothing, back: true, undone: canLeave && !hand.undone };
  const use = withChange(t('lumiere.do.use'), change);
  if (hand.undone)
    return {
      ...base,
      text: t('lumiere.ask.undone', { card: cardName(name) }),
      note: t('lumiere.ask.undoneNote'),
      main: t('lumiere.do.undone'),
    };
  if (hand.moves.some((move) => move.kind === 'swap')) return swap(hand, name, base);
  if (!hand.placed && hand.ready)
    return {
      ...base,
      text: t('lumiere.ask.use', { card: cardName(name) }),
      note: cardEffect(name),
      main: use,
    };
  if (!hand.placed)
    return {
      ...base,
      text: t('lumiere.ask.onlyUndone', { card: cardName(name) }),
      note: t('lumiere.ask.undoneNote'),
    };
  const piece = PIECE_OF[name] ?? '';
  const turns = piece === 'statue' || piece === 'annex' || piece === 'garden';
  if (!hand.pinned || !hand.ghost?.move)
    return {
      ...base,
      turns,
      text: t('lumiere.ask.piece', { card: cardName(name), piece: pieceName(piece) }),
      note: t(`lumiere.pieceNote.${piece}`),
    };
  return {
    ...base,
    turns,
    text: t('lumiere.ask.pieceHere', { piece: pieceName(piece) }),
    note: hereNote(hand),
    main: use,
  };
}

function hereNote(hand: Hand): string {
  const move = hand.ghost?.move;
  if (move?.kind === 'statue')
    return t('lumiere.note.faces', { side: t(`lumiere.side.${move.side}`) });
  if (move?.kind === 'annex') return t('lumiere.note.host', { name: buildingName(move.host) });
  return '';
}

function swap(hand: Hand, name: string, base: Omit<Ask, 'text'>): Ask {
  if (!hand.give)
    return {
      ...base,
      text: t('lumiere.ask.give', { card: cardName(name) }),
      note: t('lumiere.ask.giveNote'),
    };
  if (!hand.take)
    return {
      ...base,
      text: t('lumiere.ask.takeFor', { name: buildingName(hand.give) }),
      note: t('lumiere.ask.giveNote'),
    };
  return {
    ...base,
    text: t('lumiere.ask.swap', { give: buildingName(hand.give), take: buildingName(hand.take) }),
    note: t('lumiere.ask.swapNote'),
    main: t('lumiere.do.swap'),
  };
}
