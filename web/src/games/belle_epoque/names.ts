/** Names of things, in the reader's language. */
import { t } from '$/lib/i18n.svelte';
import { buildingType, LANDMARKS } from './components';
import type { District, Position } from './types';

export const districtName = (district: string): string => t(`belle.district.${district}`);
export const districtLetter = (district: District): string => t(`belle.letter.${district}`);
export const typeName = (type: string): string => t(`belle.type.${type}`);
export const tokenName = (kind: string, n = 1): string => t(`belle.token.${kind}`, { n });
export const bonusName = (tile: number): string => t('belle.bonus.name', { n: tile });
export const landmarkName = (value: number): string => LANDMARKS.get(value)?.name ?? String(value);

/** A building by the tile that lies on its space: "theatre 5". */
export function propertyName(position: Position | null, district: District, value: number): string {
  if (LANDMARKS.has(value)) return landmarkName(value);
  const tile = position?.districts[district].spaces[value]?.tile ?? `${district}:${value}`;
  return tileName(tile);
}

export function tileName(tile: string): string {
  const type = buildingType(tile);
  const value = Number(tile.split(':')[1]);
  return type ? t('belle.building', { type: typeName(type), value }) : String(value);
}

/** The face of an end-of-game tile, as `points:4`. */
export function faceName(face: string): string {
  const [gives = '', amount = ''] = face.split(':');
  return t(`belle.face.${gives}`, { n: Number(amount) });
}
