/** What points of the Belle Époque are for, in words. */
import type { PartChange, PlaceShare } from '../plugin';
import { t } from '$/lib/i18n.svelte';
import { districtName } from './names';

export function partWords({ line, values }: PartChange): string {
  if (line === 'points') return t('belle.why.points');
  if (line === 'tile-27') return t('belle.why.francs', { n: Number(values['francs']) });
  return t(`belle.why.rank.${Number(values['place'])}`, {
    name: districtName(line),
    sum: Number(values['sum']),
    rival: Number(values['rival']),
  });
}

export function placeWords({ place, name, yours, best, other }: PlaceShare): string {
  const [district = '', value = ''] = place.split(':');
  const values = { district: districtName(district), value, n: best, m: other };
  return yours ? t('belle.why.place.you', values) : t('belle.why.place', { name, ...values });
}
