/** The parts of a game without a plugin. */
import { t } from '$/lib/i18n.svelte';
import type { GameInfo } from '$/lib/protocol';
import type { GameParts } from '../plugin';
import { linesOf, shapeOf } from './shape';
import Table from './Table.svelte';
import { moveWords, namer, title } from './words';

export function partsFor(info: () => GameInfo | undefined): GameParts {
  return {
    Table,
    reads: () => true,
    describe: (move) => ({ text: moveWords(move), plain: moveWords(move) }),
    told: (entries, name) => {
      const move = entries.map((entry) => moveWords(entry.move)).join(', ');
      const text = t('told.notation', { name, move });
      return { text, plain: text };
    },
    isQuiet: () => false,
    journeys: () => [],
    news: () => [],
    counted: () => [],
    inWords: (position, chairs) => [
      {
        heading: t('generic.position'),
        lines: linesOf(shapeOf(position, namer(info()?.seat_names ?? [], chairs))),
      },
    ],
    scoreLine: title,
    usedThing: (_group, thing) => title(thing),
    partWords: ({ line }) => title(line),
    placeWords: () => '',
    phase: () => ({ text: '', step: 0, steps: 0 }),
    sound: () => 'take',
    topics: () => [],
    book: () => [],
    lesson: () => Promise.resolve([]),
  };
}
