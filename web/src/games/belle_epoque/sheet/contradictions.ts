/** What a file says otherwise than the rules print or a public source tells, in words. */
import { t } from '$/lib/i18n.svelte';
import type { ContradictionInfo } from '$/lib/protocol';
import { current } from '../components';
import type { Components } from '../components';
import { rowAt, sectionsOf } from './figures';

/** A sentence for a contradiction of the server. What is printed stands in the current file. */
export function contradictionWords({ place, message }: ContradictionInfo, own: Components): string {
  /* The incomes of all districts together; none of them is wrong alone. */
  if (place === 'districts')
    return against(
      'public',
      `${t('belle.sheet.districts')}, ${t('belle.sheet.field.income')}`,
      incomes(own),
      incomes(current),
    );
  if (place === 'bonus_tiles')
    return against(
      'rulebook',
      `${t('belle.sheet.bonus')}, ${t('belle.sheet.pieces')}`,
      String(bonusPieces(own)),
      String(bonusPieces(current)),
    );
  const building = /^districts\[(\d)\]\.buildings\[(\d)\]$/.exec(place);
  if (building) {
    const [district, slot] = [Number(building[1]), Number(building[2])];
    const type = (file: Components) =>
      t(`belle.type.${file.districts[district]?.buildings[slot] ?? ''}`);
    const what = t('belle.sheet.buildingOf', { value: current.board.values[slot] ?? 0 });
    const name = t(`belle.district.${current.districts[district]?.name ?? ''}`);
    return against('rulebook', `${name}, ${what}`, type(own), type(current));
  }
  const known = rowAt(sectionsOf(current), place);
  // Only a newer server knows a place that this client does not.
  if (!known) return message;
  const given = rowAt(sectionsOf(own), place)?.row.value ?? t('belle.text.nothing');
  return against(known.row.source, `${known.piece}, ${known.row.label}`, given, known.row.value);
}

function against(source: string, what: string, given: string, printed: string): string {
  return t(`belle.sheet.contradicts.${source}`, { what, given, printed });
}

function incomes({ districts }: Components): string {
  return [...districts.map(({ income }) => income)].sort((a, b) => a - b).join(', ');
}

function bonusPieces({ bonus_tiles }: Components): number {
  return bonus_tiles.length + bonus_tiles.filter((tile) => tile.second_copy_from).length;
}
