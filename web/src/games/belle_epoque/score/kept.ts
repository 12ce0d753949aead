/** Keeps the sheet of a real table in the browser, so that a reload loses nothing. */
import { DISTRICTS, SEATS } from '../types';
import type { Seat } from '../types';
import type { RealBoard, RealSeat } from './tableText';

const PLACE = 'lutetia.score.belle_epoque';

/** The browser may refuse to keep anything: the sheet works without it. */
export function keep(board: RealBoard): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(board));
  } catch {
    // Nothing is kept.
  }
}

/** The board that was kept; null without one, or if it is no board, for example of another version. */
export function kept(): RealBoard | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    const board = isFields(found) ? { ...found, tile27: list(found['tile27']) } : found;
    return isBoard(board) ? board : null;
  } catch {
    return null;
  }
}

/** Earlier clients kept one owner of tile 27, or null. */
function list(tile27: unknown): unknown {
  if (tile27 === null) return [];
  return typeof tile27 === 'string' ? [tile27] : tile27;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAmount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

function isBoard(value: unknown): value is RealBoard {
  if (!isFields(value)) return false;
  const { seats, tile27, scoring, keys } = value;
  if (!Array.isArray(seats) || !seats.every(isSeat)) return false;
  const names = seats.map(({ seat }) => seat);
  const sits = (seat: unknown): boolean => names.includes(seat as Seat);
  return (
    seats.length >= 2 &&
    names.every((name, n) => name === SEATS[n]) &&
    Array.isArray(tile27) &&
    tile27.every(sits) &&
    isFields(scoring) &&
    Object.entries(scoring).every(([name, first]) => isDistrict(name) && isAmount(first)) &&
    isFields(keys) &&
    Object.entries(keys).every(
      ([place, owners]) =>
        isDistrict(place.split(':')[0]) && Array.isArray(owners) && owners.every(sits),
    )
  );
}

const isDistrict = (name: unknown): boolean => (DISTRICTS as readonly unknown[]).includes(name);

function isSeat(value: unknown): value is RealSeat {
  return isFields(value) && isAmount(value['points']) && isAmount(value['francs']);
}
