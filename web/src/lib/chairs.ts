/** Chairs for the games: what the server says about seats, with a livery and a name to show. */
import type { Chair, GamePlugin } from '$/games/plugin';
import { t } from './i18n.svelte';
import type { ClockState, SeatInfo } from './protocol';

export function titleOf(seat: SeatInfo): string {
  if (seat.kind === 'open') return t('player.empty');
  if (seat.kind === 'computer') return t(`player.computer.${seat.level ?? 1}`);
  return seat.name ?? t('player.guest');
}

export function chairsOf(plugin: GamePlugin, seats: readonly SeatInfo[], clock: ClockState | null): Chair[] {
  return seats.map((seat) => ({
    ...seat,
    livery: plugin.liveries[seat.seat] ?? 'orange',
    title: titleOf(seat),
    timeLeft: clock?.left[seat.seat] ?? null,
    ticking: clock?.running === seat.seat,
  }));
}
