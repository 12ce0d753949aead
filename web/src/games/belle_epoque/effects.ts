/** What a bonus tile does, in a sentence with the figures of the table's components. */
import { t } from '$/lib/i18n.svelte';
import { BONUS } from './components';
import type { BonusPiece } from './components';
import type { Resource } from './types';

/** Three tiles give a token each. Their texts are named after the tiles of the first file. */
const TOKEN_TEXTS: Readonly<Record<Resource, number>> = { wood: 2, marble: 3, gold: 4 };

export function effectOf(tile: number, piece: BonusPiece | undefined = BONUS.get(tile)): string {
  const types = piece?.points_by_types ?? {};
  const text = piece?.token ? TOKEN_TEXTS[piece.token] : tile;
  return t(`belle.effect.${text}`, {
    points: t('player.points', { n: piece?.points ?? 0 }),
    francs: t('belle.francs', { n: piece?.price ?? piece?.francs ?? 0 }),
    value: piece?.building ?? 0,
    n: piece?.back ?? 0,
    a: types['4'] ?? 0,
    b: types['5'] ?? 0,
    c: types['6'] ?? 0,
    d: types['7'] ?? 0,
  });
}
