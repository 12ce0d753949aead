/** The illegal move that a player meant by pointing at something. The server says why it is refused. */
import { VALUES } from './components';
import { ROUND } from './geometry';
import { DISTRICTS } from './types';
import type { District, Position, Seat } from './types';

/** The move of the key that would most likely move there, or null. */
function keyFor(position: Position, district: District, value: number, seat: Seat): string | null {
  const { bank, spaces, landmarks } = position.districts[district];
  const lower = [...VALUES, ...Object.keys(landmarks).map(Number)].filter((own) => own < value);
  const site = lower.findLast((own) => (spaces[own]?.keys ?? landmarks[own] ?? {})[seat]);
  if (site !== undefined) return `move:${district}:${site}:${value}`;
  if (bank.includes(seat)) return `move:${district}:bank:${value}`;
  return position.arc.includes(seat) ? `move:arc:${district}:${value}` : null;
}

/** One use of each bonus tile that needs a choice, and of the kinds of end-of-game tiles. */
const USES: Readonly<Record<string, string>> = {
  '8': '8:bronze-medal',
  '10': '10:wood',
  '19': '19:bronze-medal:bronze-medal',
  '21': '21:wood:wood',
  '23': '23:1:0:0',
  '24': '24:1:0:0',
  'resources:1': 'resources:1:wood',
  'resources:2': 'resources:2:wood:wood',
  'prestige:1': 'prestige:1:bronze-medal',
};

function useOf(tile: string, position: Position): string {
  const next = position.track.find(({ left }) => left > 0)?.tile ?? 1;
  if (tile === '17' || tile === '25') return `activate:${tile}:${next}`;
  return `activate:${USES[tile] ?? tile}`;
}

/** A move that waits for the same step of the turn: while another step comes first, that is the reason. */
function anyAction(position: Position): string | null {
  return position.phase === 'act' ? null : 'key:arc';
}

function scoringOf(head: string, tail: string, position: Position): string {
  const bare = DISTRICTS.find((name) => position.districts[name].scoring_tile === null);
  return head === 'scoring'
    ? `score:${tail}:${bare ?? 'montmartre'}`
    : `score:${position.scoring_tiles[0] ?? position.districts[tail as District].scoring_tile}:${tail}`;
}

export function attemptedMove(
  place: string,
  chosen: readonly string[],
  position: Position,
  seat: Seat,
): string | null {
  const [head = '', ...rest] = place.split(':');
  const tail = rest.join(':');
  if (head === 'arc') return 'key:arc';
  if (head === 'bank') return `key:${tail}`;
  if (head === 'track') return `bonus:${tail}`;
  if (head === 'pile') return `draw:${tail}`;
  if (head === 'end-tiles') return 'take';
  if (head === 'buy' || head === 'sell') return place;
  if (head === 'tile' || head === 'face') return useOf(tail, position);
  if (head === 'scoring' || head === 'district') return scoringOf(head, tail, position);
  if (head === 'landmark') {
    const home = ROUND.find((district) => keyFor(position, district, Number(tail), seat));
    return home ? keyFor(position, home, Number(tail), seat) : anyAction(position);
  }
  const district = ROUND.find((name) => name === head);
  if (!district) return null;
  const from = chosen.find((mark) => mark.startsWith('from:'))?.slice(5);
  if (from === 'arc') return `move:arc:${district}:${tail}`;
  if (from === `bank:${district}`) return `move:${district}:bank:${tail}`;
  if (from?.startsWith(`${district}:`)) return `move:${from}:${tail}`;
  return keyFor(position, district, Number(tail), seat) ?? anyAction(position);
}
