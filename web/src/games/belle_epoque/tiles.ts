/** The thirty bonus tiles for a list: where each is, and what it would bring the reader now. */
import { listing, number, t } from '$/lib/i18n.svelte';
import { effectOf } from './effects';
import type { TileFigure } from './facts';
import type { Position, Seat } from './types';

export interface TileRow {
  tile: number;
  effect: string;
  /** Where the tile is: on the track, behind the own screen, used, or not to be had. */
  where: string;
  /** What it would bring now; empty if the server has not said it. */
  figure: string;
  /** The mark to choose it by: on the track, or behind the own screen. */
  mark: string;
  /** Whether it is on the track or behind the own screen. */
  open: boolean;
}

/** Tiles that give no points or francs, but a choice among places or tiles. */
const WITH_WAYS: ReadonlySet<number> = new Set([9, 16, 17, 25]);

/** What tokens can be sold for: "1–3 francs if sold". */
function priceWords([least, most]: readonly number[]): string {
  if (least === undefined || most === undefined) return '';
  const francs = t('belle.francs', { n: most });
  return t('belle.tiles.sold', { what: least < most ? `${number(least)}–${francs}` : francs });
}

/** A figure in words: "5 points, 5 francs now". */
export function figureWords({ points, francs, ways, tile, sold }: TileFigure): string {
  const parts = [
    ...(points ? [t('player.points', { n: points })] : []),
    ...(francs > 0 ? [t('belle.francs', { n: francs })] : []),
  ];
  if (parts.length) return t('belle.tiles.now', { what: listing(parts) });
  if (tile === 27) return t('belle.tiles.now', { what: t('player.points', { n: 0 }) });
  if (ways === 0) return t('belle.tiles.nothing');
  return WITH_WAYS.has(tile) ? t('belle.tiles.ways', { n: ways }) : priceWords(sold);
}

/** All tiles in the order of the track, so that the next ones are together. */
export function tileRows(
  position: Position,
  seat: Seat,
  figures: readonly TileFigure[],
): TileRow[] {
  const own = position.seats[seat];
  return position.track.map(({ tile, space, left }) => {
    const held = own?.bonus.unused?.includes(tile) ?? false;
    const used = own?.bonus.used.includes(tile) ?? false;
    const figure = figures.find((found) => found.tile === tile);
    return {
      tile,
      effect: effectOf(tile),
      where: held
        ? t('belle.tiles.held')
        : used
          ? t('belle.tiles.used')
          : left === 0
            ? t('belle.tiles.gone')
            : t('belle.tiles.onTrack', { space, n: left }),
      figure: figure && !used ? figureWords(figure) : '',
      mark: held ? `tile:${tile}` : `track:${tile}`,
      open: held || (left > 0 && !used),
    };
  });
}
