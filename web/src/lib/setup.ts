/** The setup of a new table, as the start page stores it. */
import type { GameInfo, NewTable } from './protocol';

export type Clock = Required<NonNullable<NewTable['clock']>>;
export type SeatWish = NewTable['seats'][number];

export const CLOCKS: readonly Clock[] = [
  { kind: 'none' },
  { kind: 'minutes', minutes: 10, increment: 10, mode: 'fischer' },
  { kind: 'minutes', minutes: 25, increment: 15, mode: 'fischer' },
  { kind: 'minutes', minutes: 60, increment: 30, mode: 'fischer' },
  { kind: 'minutes', minutes: 25, increment: 15, mode: 'bronstein' },
  { kind: 'minutes', minutes: 25, increment: 15, mode: 'delay' },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 2 },
  { kind: 'days', days: 7 },
];

export interface GameSetup {
  players: number;
  /** An index of CLOCKS. */
  clock: number;
  options: Record<string, unknown>;
  /** Two games with the same shuffle and swapped seats; only for two players. */
  duplicate: boolean;
  /** The level of the computer that plays on for somebody who leaves; for three and four players. */
  playsOn: number;
}

/** The default options of the rules. */
export function plainSetup(game: GameInfo): GameSetup {
  return {
    players: game.seat_counts[0] ?? 2,
    clock: 0,
    duplicate: false,
    playsOn: 4,
    options: Object.fromEntries(
      game.options.map(({ name, default: value }) => [name, value as unknown]),
    ),
  };
}

/** The request for a table with this setup: one seat is ours. */
export function tableOf(
  game: GameInfo,
  setup: GameSetup,
  me: SeatWish,
  other: (seat: number) => SeatWish,
  listed = false,
  rated = false,
): NewTable {
  const changed = game.options.filter(({ name, default: value }) => setup.options[name] !== value);
  return {
    game: game.id,
    seats: Array.from({ length: setup.players }, (_, seat) => (seat === 0 ? me : other(seat))),
    options: Object.fromEntries(changed.map(({ name }) => [name, setup.options[name]])),
    clock: CLOCKS[setup.clock] ?? { kind: 'none' },
    listed,
    rated,
    duplicate: setup.duplicate && setup.players === 2,
    plays_on: setup.playsOn,
  };
}
