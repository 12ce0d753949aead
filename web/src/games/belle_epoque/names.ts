/** Names of things, in the reader's language. */
import { nameOf, t } from '$/lib/i18n.svelte';
import type { Thing } from '$/lib/i18n.svelte';
import { slugOf } from '$/lib/refusal';
import { buildingType, LANDMARKS } from './components';
import type { District, Position } from './types';

/** Things for a sentence, which may need a case of the name. */
export const theDistrict = (district: string): Thing => ({ key: `belle.district.${district}` });
export const theToken = (kind: string, n = 1): Thing => ({
  key: `belle.token.${kind}`,
  values: { n },
});

export function theLandmark(value: number): Thing {
  const name = LANDMARKS.get(value)?.name ?? String(value);
  return { key: `belle.landmark.name.${slugOf(name)}`, name };
}

/** A building by its tile: "theatre 5". */
export function theTile(tile: string): Thing {
  const type = buildingType(tile);
  const value = Number(tile.split(':')[1]);
  const key = type ? 'belle.building' : '';
  return { key, values: { type: { key: `belle.type.${type}` }, value }, name: String(value) };
}

/** A building by the tile that lies on its space, or a landmark. */
export function theProperty(position: Position | null, district: District, value: number): Thing {
  if (LANDMARKS.has(value)) return theLandmark(value);
  return theTile(position?.districts[district].spaces[value]?.tile ?? `${district}:${value}`);
}

export const districtName = (district: string): string => nameOf(theDistrict(district));
export const districtLetter = (district: District): string => t(`belle.letter.${district}`);
export const tokenName = (kind: string, n = 1): string => nameOf(theToken(kind, n));
export const bonusName = (tile: number): string => t('belle.bonus.name', { n: tile });
export const landmarkName = (value: number): string => nameOf(theLandmark(value));
export const tileName = (tile: string): string => nameOf(theTile(tile));

/** The face of an end-of-game tile, as `points:4`. */
export function faceName(face: string): string {
  const [gives = '', amount = ''] = face.split(':');
  return t(`belle.face.${gives}`, { n: Number(amount) });
}
