/** The prompt of La Cité: what the player can do now, and the words of the main button. */
import { signed, t } from '$/lib/i18n.svelte';
import type { Outcome } from '$/lib/protocol';
import { ask, winnersOf } from '$/table/prompt';
import type { Ask as PlainAsk } from '$/table/prompt';
import type { Placement } from './placement.svelte';
import { lampsOf, lightsOn } from './light';
import { nameOf, onBoard } from './geometry';
import { PIECE_OF } from './moves';
import type { Position } from './types';
import { powersSpent } from './placing';
import { cardEffect, cardName, theBuilding, thePiece, theSide } from './words';

export interface Ask extends PlainAsk {
  /** Whether the piece can be turned now. */
  turns?: boolean;
  /** Whether there is something to put back. */
  back?: boolean;
  /** Whether the picked postcard may be used without its action. */
  undone?: boolean;
}

const nothing = ask('');

export function askLook(): PlainAsk {
  return ask(t('lumiere.ask.look'));
}

export function askOver(outcome: Outcome, names: readonly string[], you: number | null): PlainAsk {
  const winners = winnersOf(outcome.ranks);
  const totals = outcome.scores.map(({ total }) => total);
  const points = { first: Math.max(...totals), second: Math.min(...totals) };
  const [winner = 0] = winners;
  if (winners.length !== 1) return ask(t('lumiere.ask.draw', points));
  return ask(
    winner === you
      ? t('lumiere.ask.won.you', points)
      : t('lumiere.ask.won', { name: names[winner] ?? '', ...points }),
  );
}

function withChange(text: string, change: number | null): string {
  return change ? `${text} ${signed(change)}` : text;
}

/** The prompt on our turn. It depends on what is picked. `change` comes from the preview. */
export function askYou(position: Position, placement: Placement, change: number | null): Ask {
  const { picked } = placement;
  if (!picked) return idle(position, placement);
  if (picked.kind === 'tile') return tile(placement, change);
  if (picked.kind === 'take') return take(picked.building);
  if (picked.kind === 'building') return building(position, placement, picked.building, change);
  return card(position, placement, picked.card, change);
}

function idle(position: Position, placement: Placement): Ask {
  if (position.phase === 'laying') {
    const lays = placement.offers.tiles.size > 0;
    return { ...nothing, text: t(lays ? 'lumiere.ask.layOrTake' : 'lumiere.ask.takeOrPass') };
  }
  const [builds, cards] = [placement.offers.buildings.size > 0, placement.offers.cards.size > 0];
  const key = builds && cards ? 'buildOrCard' : builds ? 'build' : cards ? 'card' : 'pass';
  return { ...nothing, text: t(`lumiere.ask.${key}`), note: t(`lumiere.ask.${key}.note`) };
}

function tile(placement: Placement, change: number | null): Ask {
  const at = placement.ghost?.move?.kind === 'lay' ? placement.ghost.move.square : '';
  if (placement.pinned && at)
    return {
      ...nothing,
      text: t('lumiere.ask.layHere', { at }),
      note: t('lumiere.ask.turnNote'),
      main: withChange(t('lumiere.do.lay'), change),
      turns: turnsHere(placement),
      back: true,
    };
  const more = placement.offers.takes.size > 0;
  return {
    ...nothing,
    text: t(more ? 'lumiere.ask.layOrTake' : 'lumiere.ask.lay'),
    note: t('lumiere.ask.layNote'),
    turns: turnsHere(placement),
  };
}

/** Whether another turn or another place can be shown: of a refused piece always. */
function turnsHere(placement: Placement): boolean {
  return placement.ghost !== null && (placement.ghost.move === null || placement.choices > 1);
}

/** The note that a second touch shows the next place; empty if there is no other place. */
function againNote(placement: Placement): string {
  return placement.choices > 1 ? t('lumiere.note.again', { n: placement.choices }) : '';
}

function take(name: string): Ask {
  return {
    ...nothing,
    text: t('lumiere.ask.take', { name: theBuilding(name) }),
    note: t('lumiere.ask.takeNote'),
    main: t('lumiere.do.take'),
    back: true,
  };
}

function building(
  position: Position,
  placement: Placement,
  name: string,
  change: number | null,
): Ask {
  const pending = position.pending === name;
  const base = { ...nothing, turns: turnsHere(placement), back: !pending || placement.pinned };
  if (!placement.pinned || !placement.ghost?.move)
    return {
      ...base,
      text: t(pending ? 'lumiere.ask.pending' : 'lumiere.ask.place', { name: theBuilding(name) }),
      note: t('lumiere.ask.placeNote'),
    };
  return {
    ...base,
    text: t('lumiere.ask.buildHere', { name: theBuilding(name) }),
    note: lightNote(position, placement),
    main: withChange(t('lumiere.do.build'), change),
  };
}

/** How much light the shown placement would get, what it spends, and whether there are others. */
export function lightNote(position: Position, placement: Placement): string {
  const spaces = (placement.ghost?.cells ?? []).filter(onBoard).map(nameOf);
  const lights = lightsOn(spaces, lampsOf(position, spaces)).length;
  return [
    t(lights ? 'lumiere.note.lights' : 'lumiere.note.dark', { n: lights, size: spaces.length }),
    ...spendNotes(position, placement),
    againNote(placement),
  ]
    .filter(Boolean)
    .join(' ');
}

/** For each kept postcard that the shown placement would use up: a sentence that says so. */
export function spendNotes(position: Position, placement: Placement): string[] {
  if (!placement.building || !placement.ghost?.move || !position.to_move) return [];
  const spaces = placement.ghost.cells.filter(onBoard).map(nameOf);
  return powersSpent(position, position.to_move, spaces).map((card) =>
    t('lumiere.note.spends', { card: cardName(card) }),
  );
}

function card(position: Position, placement: Placement, name: string, change: number | null): Ask {
  const canLeave = placement.moves.some((move) => move.kind === 'use' && move.undone);
  const base = { ...nothing, back: true, undone: canLeave && !placement.undone };
  const use = withChange(t('lumiere.do.use'), change);
  if (placement.undone)
    return {
      ...base,
      text: t('lumiere.ask.undone', { card: cardName(name) }),
      note: t('lumiere.ask.undoneNote'),
      main: t('lumiere.do.undone'),
    };
  if (placement.moves.some((move) => move.kind === 'swap'))
    return swap(position, placement, name, change, base);
  if (!placement.needsPlace && placement.ready)
    return {
      ...base,
      text: t('lumiere.ask.use', { card: cardName(name) }),
      note: sentence(cardEffect(name)),
      main: use,
    };
  if (!placement.needsPlace)
    return {
      ...base,
      text: t('lumiere.ask.onlyUndone', { card: cardName(name) }),
      note: t('lumiere.ask.undoneNote'),
    };
  const piece = PIECE_OF[name] ?? '';
  const turns = turnsHere(placement);
  if (!placement.pinned || !placement.ghost?.move)
    return {
      ...base,
      turns,
      text: t('lumiere.ask.piece', { card: cardName(name), piece: thePiece(piece) }),
      note: `${sentence(cardEffect(name))} ${t(`lumiere.pieceNote.${piece}`)}`,
    };
  return {
    ...base,
    turns,
    text: t('lumiere.ask.pieceHere', { piece: thePiece(piece) }),
    note: [hereNote(placement), againNote(placement)].filter(Boolean).join(' '),
    main: use,
  };
}

function hereNote(placement: Placement): string {
  const move = placement.ghost?.move;
  if (move?.kind === 'statue') return t('lumiere.note.faces', { side: theSide(move.side) });
  if (move?.kind === 'annex') return t('lumiere.note.host', { name: theBuilding(move.host) });
  return '';
}

/** The effect of a card has no full stop on the card; in a note it has one. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function swap(
  position: Position,
  placement: Placement,
  name: string,
  change: number | null,
  base: Omit<Ask, 'text'>,
): Ask {
  const { give, take: taken, ready } = placement;
  if (!give)
    return {
      ...base,
      text: t('lumiere.ask.give', { card: cardName(name) }),
      note: t('lumiere.ask.giveNote'),
    };
  if (!taken)
    return {
      ...base,
      text: t('lumiere.ask.takeFor', { name: theBuilding(give) }),
      note: t('lumiere.ask.giveNote'),
    };
  const names = { give: theBuilding(give), take: theBuilding(taken) };
  if (ready?.then)
    return {
      ...base,
      undone: false,
      turns: turnsHere(placement),
      text: t('lumiere.ask.swapHere', names),
      note: lightNote(position, placement),
      main: withChange(t('lumiere.do.swapBuild'), change),
    };
  if (ready)
    return {
      ...base,
      text: t('lumiere.ask.swap', names),
      note: t('lumiere.ask.swapNote'),
      main: t('lumiere.do.swap'),
    };
  return {
    ...base,
    turns: turnsHere(placement),
    text: t('lumiere.ask.swapPlace', names),
    note: t('lumiere.ask.placeNote'),
  };
}
