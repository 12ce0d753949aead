/** Makes chairs: the server's seats with the name and the livery (colour, emblem) to show. */
import type { Chair, GamePlugin } from '$/games/plugin';
import { t } from './i18n.svelte';
import type { ClockState, LevelInfo, SeatInfo } from './protocol';

type Sitting = Pick<SeatInfo, 'kind' | 'level' | 'name'>;
const NUMERALS = ['I', 'II', 'III', 'IV'];

const NUMBERED = /^Guest (\d{4})$/;

/** Whether a guest has chosen no name, so that the name says that they are a guest. */
export function isUnnamed(name: string): boolean {
  return NUMBERED.test(name);
}

/** The name that somebody chose. The server calls a guest without a name `Guest 2629`. */
export function personName(name: string): string {
  const number = NUMBERED.exec(name)?.[1];
  return number ? t('player.guestNumber', { number }) : name;
}

function titleOf(seat: Sitting): string {
  if (seat.kind === 'open') return t('player.empty');
  if (seat.kind === 'computer') return t(`player.computer.${seat.level ?? 1}`);
  return seat.name ? personName(seat.name) : t('player.guest');
}

/** The names at a table. Players with the same name, like computers of one level, get numerals. */
export function titlesOf(seats: readonly Sitting[]): string[] {
  const plain = seats.map(titleOf);
  return plain.map((title, seat) => {
    if (seats[seat]?.kind === 'open') return title;
    const together = [...plain.keys()].filter(
      (other) => seats[other]?.kind !== 'open' && plain[other] === title,
    );
    const numeral = NUMERALS[together.indexOf(seat)];
    return together.length > 1 && numeral ? t('player.numbered', { name: title, numeral }) : title;
  });
}

/** Splits a title into its name and its numeral, or the number that tells a guest from the others. */
export function partsOfTitle(title: string): [name: string, numeral: string] {
  const [, name = title, numeral = ''] = /^(.+) ([IV]+|\d{4})$/.exec(title) ?? [];
  return NUMERALS.includes(numeral) || /\d/.test(numeral) ? [name, numeral] : [title, ''];
}

/** A player of a record. A record names a computer by the number or the title of its level. */
export function sittingOf(name: string, levels: readonly LevelInfo[] = []): Sitting {
  const number = /^computer (\d)$/.exec(name)?.[1];
  const level = number ? Number(number) : levels.find((found) => found.name === name)?.level;
  return level ? { kind: 'computer', level, name: null } : { kind: 'person', level: null, name };
}

export function chairsOf(
  plugin: GamePlugin,
  seats: readonly SeatInfo[],
  clock: ClockState | null,
): Chair[] {
  const titles = titlesOf(seats);
  return seats.map((seat, index) => ({
    ...seat,
    livery: plugin.liveries[seat.seat] ?? 'orange',
    title: titles[index] ?? '',
    timeLeft: clock?.left[seat.seat] ?? null,
    ticking: clock?.running === seat.seat,
    timeFree: clock?.running === seat.seat ? clock.free : 0,
    restsUntil: clock?.resting[seat.seat] ?? null,
  }));
}
