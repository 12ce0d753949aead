/** The illegal move that a player meant by pointing at a place. The server says why it is refused. */
import { VALUES } from './components';
import { ROUND } from './geometry';
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

export function attemptedMove(
  place: string,
  chosen: readonly string[],
  position: Position,
  seat: Seat,
): string | null {
  const [head = '', tail = ''] = place.split(':');
  if (head === 'arc') return 'key:arc';
  if (head === 'bank') return `key:${tail}`;
  if (head === 'track') return `bonus:${tail}`;
  if (head === 'pile') return `draw:${tail}`;
  if (head === 'end-tiles') return 'take';
  if (head === 'landmark') {
    const home = ROUND.find((district) => keyFor(position, district, Number(tail), seat));
    return home ? keyFor(position, home, Number(tail), seat) : null;
  }
  const district = ROUND.find((name) => name === head);
  if (!district) return null;
  const from = chosen.find((mark) => mark.startsWith('from:'))?.slice(5);
  if (from === 'arc') return `move:arc:${district}:${tail}`;
  if (from === `bank:${district}`) return `move:${district}:bank:${tail}`;
  if (from?.startsWith(`${district}:`)) return `move:${from}:${tail}`;
  return keyFor(position, district, Number(tail), seat);
}
