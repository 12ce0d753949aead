/** Moves and places in words, in the reader's language. */
import { listing, nameOf, t } from '$/lib/i18n.svelte';
import type { Thing } from '$/lib/i18n.svelte';
import type { EventInfo, LogEntry } from '$/lib/protocol';
import type { MoveWords } from '../plugin';
import { LANDMARKS, scoringPoints, VALUES } from './components';
import { effectOf } from './effects';
import { keysIn } from './majorities';
import { parseMove } from './moves';
import type { Move } from './moves';
import {
  districtName,
  faceName,
  landmarkName,
  theDistrict,
  theProperty,
  theTile,
  theToken,
  tileName,
  tokenName,
} from './names';
import { eachKey, MEDALS, RESOURCES, SEATS } from './types';
import type { District, Keys, Position, Seat } from './types';

export function plain(text: string): string {
  return text.replace(/<\/?(?:b|em|kbd)>/g, '');
}

const of = (district: District): string => t(`belle.of.${district}`);

function source(move: Extract<Move, { kind: 'move' }>, position: Position | null): Thing {
  if (move.from === 'arc') return { key: 'belle.arc' };
  return move.from === 'bank'
    ? { key: 'belle.bank', values: { of: of(move.district) } }
    : theProperty(position, move.district, move.from);
}

/** The choice that a tile was activated with: kinds, a track tile, or pairs of each kind. */
function choiceWords(tile: number, choice: readonly string[]): string {
  if (tile === 17 || tile === 25) return t('belle.bonus.short', { n: Number(choice[0]) });
  if (tile === 23 || tile === 24) {
    const kinds = tile === 23 ? MEDALS : RESOURCES;
    const pairs = kinds.flatMap((kind, index) =>
      Number(choice[index]) ? [t(`belle.pairs.${kind}`, { n: Number(choice[index]) })] : [],
    );
    return listing(pairs);
  }
  return tokensWords(choice);
}

export function tokensWords(kinds: readonly string[]): string {
  return kinds[0] !== undefined && kinds[0] === kinds[1]
    ? tokenName(kinds[0], 2)
    : listing(kinds.map((kind) => tokenName(kind, 1)));
}

/** The words of a button for one of several candidates: only what differs. */
export function optionWords(
  move: Move,
  position: Position,
  settled: ReadonlySet<string> = new Set(),
): string {
  if (move.kind === 'move') return moveOption(move, position, settled);
  if (move.kind === 'activate') return choiceWords(move.tile, move.choice);
  if (move.kind === 'use') return tokensWords(move.choice);
  if (move.kind === 'score')
    return t('belle.option.score', { n: move.points, name: theDistrict(move.district) });
  return plain(sentence(move, position, []));
}

/** A move in words, without the key or the place that is already chosen. */
function moveOption(
  move: Extract<Move, { kind: 'move' }>,
  position: Position,
  settled: ReadonlySet<string>,
): string {
  const [from, to] = [source(move, position), theProperty(position, move.district, move.to)];
  const name = theDistrict(move.district);
  const known = [...settled].some((mark) => mark.startsWith('from:'));
  const text = known
    ? nameOf(to)
    : settled.has(`landmark:${move.to}`)
      ? t('belle.option.layFrom', { from, name })
      : t('belle.option.from', { from });
  return move.with ? t('belle.option.with', { what: text, n: move.with }) : text;
}

function drawn(
  events: readonly EventInfo[],
): { tile: string; gone: boolean; district: District | null } | null {
  const details = events.find(({ kind }) => kind === 'draw')?.details;
  return details
    ? {
        tile: String(details['tile']),
        gone: details['leaves_the_game'] === true,
        district: details['district'] as District | null,
      }
    : null;
}

function sentence(move: Move, position: Position | null, events: readonly EventInfo[]): string {
  switch (move.kind) {
    case 'draw': {
      const found = drawn(events);
      if (!found) return t('belle.move.draw', { n: move.pile });
      const values = {
        name: theTile(found.tile),
        of: of((found.district ?? found.tile.split(':')[0]) as District),
      };
      return t(found.gone ? 'belle.move.drewGone' : 'belle.move.drew', values);
    }
    case 'place':
      return t('belle.move.place', { name: theDistrict(move.district) });
    case 'key':
      return move.where === 'arc'
        ? t('belle.move.keyArc')
        : t('belle.move.keyBank', { of: of(move.where) });
    case 'move': {
      const laid =
        LANDMARKS.has(move.to) &&
        (position
          ? position.landmarks.includes(move.to)
          : events.some(({ details }) => details['laid'] === true));
      const values = {
        from: source(move, position),
        to: theProperty(position, move.district, move.to),
        of: of(move.district),
        name: theDistrict(move.district),
        n: move.with ?? 0,
      };
      return t(
        laid ? 'belle.move.lay' : move.with ? 'belle.move.moveWith' : 'belle.move.move',
        values,
      );
    }
    case 'choose':
      return move.face
        ? t('belle.move.choose', { face: faceName(move.face) })
        : t('belle.move.chooseHidden');
    case 'bonus':
      return t('belle.move.bonus', { n: move.tile, effect: effectOf(move.tile) });
    case 'discard':
      return t('belle.move.discard', { n: move.amount });
    case 'score':
      return t('belle.move.score', {
        points: scoringPoints(move.points).join(' · '),
        name: theDistrict(move.district),
      });
    case 'buy':
    case 'sell':
      return t(`belle.move.${move.kind}`, { token: theToken(move.token) });
    case 'activate':
      return t(move.choice.length ? 'belle.move.activateFor' : 'belle.move.activate', {
        n: move.tile,
        effect: effectOf(move.tile),
        choice: choiceWords(move.tile, move.choice),
      });
    case 'use':
      return t(move.choice.length ? 'belle.move.useFor' : 'belle.move.use', {
        face: faceName(move.face),
        choice: tokensWords(move.choice),
      });
    default:
      return t(`belle.move.${move.kind}`);
  }
}

export function describe(
  notation: string,
  position: Position | null = null,
  events: readonly EventInfo[] = [],
): MoveWords {
  const text = sentence(parseMove(notation), position, events);
  return { text, plain: plain(text) };
}

/** Moves of the log as a sentence about the player who made them. */
export function told(entries: readonly LogEntry[], name: string): MoveWords {
  const did = entries.map(({ move, events }) => describe(move, null, events).text).join(', ');
  const text = t('told.move', { name, did });
  return { text, plain: plain(text) };
}

type Names = Partial<Record<Seat, string>>;

function owners(keys: Keys, names: Names): string {
  const all = eachKey(keys);
  return all.length
    ? t('belle.keysOf', { names: listing(all.map((seat) => names[seat] ?? t(`colour.${seat}`))) })
    : t('belle.free');
}

function spaceWords(position: Position, district: District, value: number, names: Names): string {
  const { landmarks, spaces } = position.districts[district];
  if (LANDMARKS.has(value))
    return t('belle.place.landmark', {
      name: landmarkName(value),
      district: districtName(district),
      value,
      keys: owners(landmarks[value] ?? {}, names),
    });
  const space = spaces[value];
  if (!space?.type) {
    const token = space?.token ? t('belle.place.token', { token: theToken(space.token) }) : '';
    return t('belle.place.lot', { district: districtName(district), value, token });
  }
  const token = space.token ? t('belle.place.token', { token: theToken(space.token) }) : '';
  return t('belle.place.building', {
    district: districtName(district),
    name: tileName(space.tile ?? ''),
    keys: owners(space.keys, names),
    token,
  });
}

/** One place of the map in words: its name, what it is, and its owners. */
export function placeWords(id: string, position: Position, names: Names): string {
  const [head = '', tail = ''] = id.split(':');
  switch (head) {
    case 'arc':
      return t('belle.place.arc', {
        keys: owners(Object.fromEntries(position.arc.map((seat) => [seat, 1])), names),
      });
    case 'bank': {
      const { income, bank } = position.districts[tail as District];
      return t('belle.place.bank', {
        of: of(tail as District),
        n: income,
        keys: owners(Object.fromEntries(bank.map((seat) => [seat, 1])), names),
      });
    }
    case 'track': {
      const found = position.track.find(({ tile }) => tile === Number(tail));
      return t('belle.place.track', {
        space: found?.space ?? 0,
        tile: Number(tail),
        effect: effectOf(Number(tail)),
      });
    }
    case 'pile': {
      const pile = position.piles[Number(tail) - 1];
      return t('belle.place.pile', {
        number: Number(tail),
        n: pile?.left ?? 0,
        name: pile?.back ? districtName(pile.back) : '',
      });
    }
    case 'scoring':
      return t('belle.place.scoring', { points: scoringPoints(Number(tail)).join(', ') });
    case 'district': {
      const first = position.districts[tail as District].scoring_tile;
      const values = {
        name: districtName(tail),
        points: first === null ? '' : scoringPoints(first).join(', '),
      };
      return t(first === null ? 'belle.place.noScoring' : 'belle.place.hasScoring', values);
    }
    case 'end-tiles':
      return t('belle.forTheEnd', { n: position.end_tiles.left });
    default:
      return spaceWords(position, head as District, Number(tail), names);
  }
}

/** What a seat holds: the place of its flâneur, francs, tokens, keys, and its unused tiles if they are known. */
export function heldLines(position: Position, seat: Seat): string[] {
  const found = position.seats[seat];
  if (!found) return [];
  const lines = [t('belle.text.flaneur', { n: found.meeple })];
  if (found.francs !== null) lines.push(t('belle.francs', { n: found.francs }));
  if (found.tokens)
    lines.push(
      orNone(
        Object.entries(found.tokens).flatMap(([kind, n]) =>
          n ? [t(`belle.count.${kind}`, { n })] : [],
        ),
      ),
    );
  lines.push(
    found.hand === null
      ? t('belle.text.pool', { n: found.pool })
      : t('belle.text.keys', { n: found.hand, pool: found.pool }),
  );
  if (found.bonus.unused)
    lines.push(
      t('belle.text.unused', {
        list: orNone(found.bonus.unused.map((tile) => t('belle.bonus.short', { n: tile }))),
      }),
    );
  return lines;
}

/** What is open about a seat, and for its own player also what is behind the screen. */
export function seatLines(position: Position, seat: Seat): string[] {
  const found = position.seats[seat];
  if (!found) return [];
  const { bonus, points, end_tiles: endTiles } = found;
  const lines = [t('player.points', { n: points }), ...heldLines(position, seat)];
  if (!bonus.unused) lines.push(t('belle.text.unusedCount', { n: bonus.unused_count }));
  if (bonus.used.length)
    lines.push(
      t('belle.text.used', {
        list: listing(bonus.used.map((tile) => t('belle.bonus.short', { n: tile }))),
      }),
    );
  if (endTiles) lines.push(t('belle.text.endTiles', { n: endTiles }));
  return lines;
}

/** The places of a seat's keys on the map, in words. */
export function keyPlaces(position: Position, seat: Seat): string[] {
  const found = position.arc.includes(seat) ? [t('belle.arc')] : [];
  for (const district of Object.keys(position.districts) as District[]) {
    const { bank, spaces, landmarks } = position.districts[district];
    if (bank.includes(seat)) found.push(t('belle.bank', { of: of(district) }));
    const keys = {
      ...landmarks,
      ...Object.fromEntries(Object.entries(spaces).map(([value, space]) => [value, space.keys])),
    };
    for (const [value, owners] of Object.entries(keys))
      for (let n = owners[seat] ?? 0; n > 0; n -= 1)
        found.push(`${nameOf(theProperty(position, district, Number(value)))} ${of(district)}`);
  }
  return found;
}

function orNone(items: readonly string[]): string {
  return items.length ? listing(items) : t('belle.text.nothing');
}

/** The whole position as lines of text. */
export function inWords(position: Position, names: Names): { heading: string; lines: string[] }[] {
  const districts = (Object.keys(position.districts) as District[]).map((district) => ({
    heading: districtName(district),
    lines: [
      placeWords(`bank:${district}`, position, names),
      ...[...VALUES, ...Object.keys(position.districts[district].landmarks).map(Number)].map(
        (value) => spaceWords(position, district, value, names),
      ),
      placeWords(`district:${district}`, position, names),
      t('belle.text.keysHere', { n: keysIn(position, district) }),
    ],
  }));
  return [
    ...districts,
    { heading: t('belle.arc'), lines: [placeWords('arc', position, names)] },
    ...SEATS.filter((seat) => position.seats[seat]).map((seat) => ({
      heading: names[seat] ?? t(`colour.${seat}`),
      lines: seatLines(position, seat),
    })),
    {
      heading: t('belle.piles'),
      lines: position.piles.map((_, index) => placeWords(`pile:${index + 1}`, position, names)),
    },
    {
      heading: t('belle.landmarks'),
      lines: [
        orNone(
          position.landmarks.map((value) =>
            t('belle.text.landmark', { name: landmarkName(value), value }),
          ),
        ),
      ],
    },
    {
      heading: t('belle.scoringTiles'),
      lines: [orNone(position.scoring_tiles.map((first) => scoringPoints(first).join('-')))],
    },
    {
      heading: t('belle.market'),
      lines: [
        orNone(
          RESOURCES.flatMap((kind) =>
            position.supply[kind] ? [t(`belle.count.${kind}`, { n: position.supply[kind] })] : [],
          ),
        ),
      ],
    },
    {
      heading: t('belle.track'),
      lines: position.track
        .filter(({ left }) => left > 0)
        .map(({ tile }) => placeWords(`track:${tile}`, position, names)),
    },
  ];
}
