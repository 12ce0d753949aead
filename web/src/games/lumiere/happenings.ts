/** What a move does on the table: where its pieces come from, and what everybody must know. */
import { t } from '$/lib/i18n.svelte';
import type { LogEntry } from '$/lib/protocol';
import { about } from '$/table/news';
import type { Journey } from '$/table/journeys';
import type { Chair, News } from '../plugin';
import { parseMove, PIECE_OF } from './moves';
import type { Position } from './types';
import { SEATS } from './types';

/** Every move of La Cité is worth seeing. */
export const isQuiet = (): boolean => false;

/** The rival's tile comes out of the hidden hand, a piece comes from its postcard. */
export function journeysOf({ move, seat }: LogEntry): Journey[] {
  const parsed = parseMove(move);
  const owner = SEATS[seat] ?? 'orange';
  if (parsed.kind === 'lay')
    return [{ piece: `tile:${owner}:${parsed.tile}`, from: `hand:${owner}` }];
  const piece = 'card' in parsed ? PIECE_OF[parsed.card] : undefined;
  return piece && 'card' in parsed
    ? [{ piece: piece === 'garden' ? 'building:garden' : piece, from: `card:${parsed.card}` }]
    : [];
}

/** Phase two with its first player (L4.1), and before that who laid all tiles first. */
export function newsOf(
  entries: readonly LogEntry[],
  position: Position,
  chairs: readonly Chair[],
  you: number | null,
): News[] {
  const begins = entries.flatMap(({ events }) => events).find(({ kind }) => kind === 'phase-two');
  if (begins)
    return [
      {
        id: 'building',
        title: t('lumiere.phase.building'),
        text: about('lumiere.news.building', 'lumiere.news.building.you', begins.seat, chairs, you),
      },
    ];
  if (position.phase !== 'laying') return [];
  const left = SEATS.map((seat) => position.hand_counts[seat] + position.pile_counts[seat]);
  const first = entries.find(({ move, seat }) => move.startsWith('lay:') && left[seat] === 0);
  return first
    ? [
        {
          id: 'laid',
          title: t('lumiere.news.laid.title'),
          text: about('lumiere.news.laid', 'lumiere.news.laid.you', first.seat, chairs, you),
        },
      ]
    : [];
}
