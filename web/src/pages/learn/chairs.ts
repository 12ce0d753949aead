/** The players of a lesson or a puzzle: the reader, and a computer that does nothing. */
import type { Chair, GamePlugin } from '$/games/plugin';
import { t } from '$/lib/i18n.svelte';
import { settings } from '$/lib/settings.svelte';

const LEVEL = 3;

export function taskChairs(plugin: GamePlugin, seats: number, own: number): Chair[] {
  return plugin.liveries.slice(0, seats).map((livery, seat) => {
    const yours = seat === own;
    return {
      seat,
      colour: livery,
      kind: yours ? 'person' : 'computer',
      name: null,
      level: yours ? null : LEVEL,
      online: true,
      yours,
      rating: null,
      guest: false,
      share: null,
      resigned: false,
      may_return: false,
      livery,
      title: yours ? settings.name || t('lesson.you') : t(`player.computer.${LEVEL}`),
      timeLeft: null,
      timeFree: 0,
      restsUntil: null,
      ticking: false,
    };
  });
}
