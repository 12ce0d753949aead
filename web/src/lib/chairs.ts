/** Chairs for the games: what the server says about seats, with a livery and a name to show. */
import type { Chair, GamePlugin } from '$/games/plugin';
import { t } from './i18n.svelte';
import type { ClockState, LevelInfo, SeatInfo } from './protocol';

type Sitting = Pick<SeatInfo, 'kind' | 'level' | 'name'>;
const NUMERALS = ['I', 'II', 'III', 'IV'];

function titleOf(seat: Sitting): string {
  if (seat.kind === 'open') return t('player.empty');
  if (seat.kind === 'computer') return t(`player.computer.${seat.level ?? 1}`);
  return seat.name ?? t('player.guest');
}

/** What everybody at a table is called: who shares a name, as computers of one level do, is numbered. */
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

/** A title as its name and its numeral, which tells apart whom the name does not. */
export function partsOfTitle(title: string): [name: string, numeral: string] {
  const [, name = title, numeral = ''] = /^(.+) ([IV]+)$/.exec(title) ?? [];
  return NUMERALS.includes(numeral) ? [name, numeral] : [title, ''];
}

/** A record names its computers by their level: by its number, or as the catalogue calls it. */
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
  }));
}
