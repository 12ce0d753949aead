/** What points of La Cité are for, in words. */
import type { Json, PartChange, PlaceShare } from '../plugin';
import { listing, t } from '$/lib/i18n.svelte';
import { isPosition } from './position';
import { buildingName, pieceName, theBuilding } from './words';

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function partWords(part: PartChange, nameOf: (colour: string) => string | null): string {
  const { line, values, points } = part;
  const building = String(values['building']);
  if (line === 'light') return lightWords(part, buildingName(building), nameOf);
  if (line === 'group') return t('lumiere.why.group', { n: Number(values['size']) });
  if (line === 'unbuilt')
    return t(points > 0 ? 'lumiere.why.spared' : 'lumiere.why.penalty', {
      name: theBuilding(building),
    });
  return t('lumiere.why.piece', {
    piece: pieceName(String(values['piece'])),
    at: String(values['at']),
  });
}

/** A building with its streetlights. A streetlight that it would lose otherwise is named. */
function lightWords(
  { values, old_values: old }: PartChange,
  name: string,
  nameOf: (colour: string) => string | null,
): string {
  const lamps = list(values['lamps']);
  const said = t('lumiere.why.light', {
    name,
    spaces: t('lumiere.why.spaces', { n: Number(values['size']) }),
    lamps: lamps.length
      ? t('lumiere.why.lamps', { n: lamps.length, places: listing(lamps) })
      : t('lumiere.why.dark'),
  });
  const lost = list(old?.['lost']).filter((one) => lamps.includes(one.split(':')[0] ?? ''));
  const losses = lost.map((one) => {
    const [at = '', colour = ''] = one.split(':');
    const name = nameOf(colour);
    return name === null ? t('lumiere.why.lost.you', { at }) : t('lumiere.why.lost', { at, name });
  });
  return [said, ...losses].join('; ');
}

/** Points for unbuilt buildings are a loss: a name alone would not tell what a gain of them is. */
export function lineChange(line: string, points: number): string | null {
  if (line !== 'unbuilt') return null;
  return t(points > 0 ? 'lumiere.why.lessUnbuilt' : 'lumiere.why.moreUnbuilt');
}

export function placeWords(
  { place, name, yours, best, other }: PlaceShare,
  position: Json | null,
): string {
  const kind = position && isPosition(position) ? position.spaces[place]?.kind : null;
  const what = kind === 'streetlight' ? 'lamp' : 'place';
  const values = { at: place, n: best, m: other };
  return yours
    ? t(`lumiere.why.${what}.you`, values)
    : t(`lumiere.why.${what}`, { name, ...values });
}
