/** La Cité in words: names, moves and spaces in the reader's language. */
import { listing, t } from '$/lib/i18n.svelte';
import type { Thing } from '$/lib/i18n.svelte';
import type { LogEntry } from '$/lib/protocol';
import type { MoveWords } from '../plugin';
import { cellsAt, nameOf, sizeOf, tileKinds } from './geometry';
import { parseMove, PIECE_OF } from './moves';
import type { Move } from './moves';
import type { Building, Position, Seat } from './types';
import { SEATS } from './types';

/** Buildings and pieces for a sentence, which may need a case of the name. */
export const theBuilding = (name: string): Thing => ({ key: `lumiere.building.${name}` });
export const theSide = (side: string): Thing => ({ key: `lumiere.side.${side}` });
export const thePiece = (piece: string): Thing => ({ key: `lumiere.piece.${piece}` });

export const buildingName = (name: string): string => t(theBuilding(name).key);
export const cardName = (card: string): string => t(`lumiere.card.${card}`);
export const cardEffect = (card: string): string => t(`lumiere.effect.${card}`);
export const pieceName = (piece: string): string => t(thePiece(piece).key);
export const seatName = (seat: Seat): string => t(`colour.${seat}`);

/** "stairs · 5" */
export const buildingTag = (name: string): string =>
  t('lumiere.building.tag', { name: buildingName(name), n: sizeOf(name) });
export const buildingLabel = (name: string): string =>
  t('lumiere.building.label', { name: buildingName(name), n: sizeOf(name) });

export function houseName({ name, owner, spaces }: Building, lights: number): string {
  return t('lumiere.house', {
    colour: seatName(owner),
    name: buildingName(name),
    spaces: spaces.join(' '),
    n: lights,
  });
}

/** The lowest left and the highest right space of a building. */
function span(name: string, at: string, turn: number): string {
  const spaces = cellsAt(name, at, turn).map(nameOf).sort();
  return t('lumiere.span', { from: spaces[0] ?? at, to: spaces.at(-1) ?? at });
}

function sentence(move: Move): string {
  switch (move.kind) {
    case 'lay':
      return t('lumiere.move.lay', { square: move.square, turn: move.turn });
    case 'take':
      return t('lumiere.move.take', { name: theBuilding(move.building) });
    case 'pass':
      return t('lumiere.move.pass');
    case 'build':
      return t('lumiere.move.build', {
        name: theBuilding(move.building),
        span: span(move.building, move.at, move.turn),
      });
    case 'swap':
      return t('lumiere.move.swap', {
        card: cardName(move.card),
        give: theBuilding(move.give),
        take: theBuilding(move.take),
      });
    case 'use':
      return t(move.undone ? 'lumiere.move.undone' : 'lumiere.move.use', {
        card: cardName(move.card),
      });
    case 'garden':
      return t('lumiere.move.garden', {
        card: cardName(move.card),
        span: span('garden', move.at, move.turn),
      });
    case 'statue':
      return t('lumiere.move.statue', {
        card: cardName(move.card),
        at: move.at,
        side: theSide(move.side),
      });
    case 'annex':
      return t('lumiere.move.annex', {
        card: cardName(move.card),
        at: move.at,
        host: theBuilding(move.host),
      });
    case 'piece':
      return t('lumiere.move.piece', {
        card: cardName(move.card),
        piece: thePiece(PIECE_OF[move.card] ?? ''),
        at: move.at,
      });
  }
}

/** The four spaces of a tile as it is turned, for those who do not see it. */
export function tileInWords(owner: Seat, tile: number, turn: number): string {
  const [a, b, c, d] = tileKinds(owner, tile, turn).map((kind) => t(`lumiere.kind.${kind}`));
  return t('lumiere.tile', { a: a ?? '', b: b ?? '', c: c ?? '', d: d ?? '' });
}

export function plain(text: string): string {
  return text.replace(/<\/?(?:b|em|kbd)>/g, '');
}

export function describe(notation: string, seat: number): MoveWords {
  const move = parseMove(notation);
  const text = sentence(move);
  if (move.kind !== 'lay') return { text, plain: plain(text) };
  const what = tileInWords(SEATS[seat] ?? 'orange', move.tile, move.turn);
  return { text, plain: t('lumiere.move.layWhole', { square: move.square, what }) };
}

/** Moves as a sentence about the player who made them. */
export function told(entries: readonly LogEntry[], name: string): MoveWords {
  const words = entries.map(({ move, seat }) => describe(move, seat));
  const say = (dids: string[]): string => t('told.move', { name, did: dids.join(', ') });
  return {
    text: say(words.map(({ text }) => text)),
    plain: plain(say(words.map((one) => one.plain))),
  };
}

/** One space for a screen reader: its name, kind and lights, and what stands on it. */
export function spaceInWords(position: Position, at: string, lights: number): string {
  const space = position.spaces[at];
  if (!space) return t('lumiere.space.empty', { at });
  const parts = [t(`lumiere.kind.${space.kind}`)];
  if (space.kind !== 'streetlight') parts.push(t('lumiere.space.lights', { n: lights }));
  if (space.piece) {
    const name = space.piece in PIECE_TOPICS ? pieceName(space.piece) : buildingName(space.piece);
    parts.push(
      space.owner ? t('lumiere.space.owned', { colour: seatName(space.owner), name }) : name,
    );
  }
  return t('lumiere.space.label', { at, what: parts.join(', ') });
}

const PIECE_TOPICS: Readonly<Record<string, true>> = {
  painter: true,
  lamp: true,
  dancer: true,
  fountain: true,
  'large-lamp': true,
  statue: true,
  annex: true,
};

/** The names of a seat's pieces that score in the line of the postcards. */
export function scoringPieces(position: Position, seat: Seat): string[] {
  return (['painter', 'dancer', 'fountain', 'statue'] as const)
    .filter((piece) => position.pieces[piece]?.owner === seat)
    .map(pieceName);
}

export function inWords(
  position: Position,
  names: Readonly<Record<Seat, string>>,
): { heading: string; lines: string[] }[] {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((row) => {
    const cells = [...'abcdefgh'].map((file) => {
      const space = position.spaces[`${file}${row}`];
      if (!space) return `${file}${row} ${t('lumiere.text.none')}`;
      const piece = space.piece
        ? ` ${space.piece in PIECE_TOPICS ? pieceName(space.piece) : buildingName(space.piece)}`
        : '';
      return `${file}${row} ${t(`lumiere.kind.${space.kind}`)}${piece}`;
    });
    return cells.join('; ');
  });
  const seats = SEATS.map((seat) => ({
    heading: names[seat],
    lines: [
      t('lumiere.text.reserve', { list: orNone(position.reserves[seat].map(buildingLabel)) }),
      t('lumiere.text.tokens', { n: position.tokens[seat] }),
      t('lumiere.text.tiles', { n: position.pile_counts[seat] + position.hand_counts[seat] }),
      ...position.buildings
        .filter(({ owner }) => owner === seat)
        .map(({ name, spaces }) =>
          t('lumiere.text.house', { name: buildingName(name), spaces: spaces.join(' ') }),
        ),
      ...Object.entries(position.pieces).flatMap(([piece, found]) =>
        found?.owner === seat
          ? [t('lumiere.text.piece', { name: pieceName(piece), at: found.space })]
          : [],
      ),
    ],
  }));
  const cards = position.postcards.map(({ name, state, owner }) =>
    t(`lumiere.text.card.${state}`, { name: cardName(name), colour: owner ? seatName(owner) : '' }),
  );
  return [
    { heading: t('lumiere.text.board'), lines: rows },
    ...seats,
    { heading: t('lumiere.postcards'), lines: cards },
    { heading: t('lumiere.pool'), lines: [orNone(position.pool.map(buildingLabel))] },
  ];
}

function orNone(items: readonly string[]): string {
  return items.length ? listing(items) : t('lumiere.text.nothing');
}
