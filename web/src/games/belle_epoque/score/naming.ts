/** What the server says about a real table of the Belle Époque, in the reader's language. The sheet calls players by colour. */
import { number, t } from '$/lib/i18n.svelte';
import type { Naming } from '$/lib/refusal';
import { theDistrict, theLandmark } from '../names';

export const naming: Naming = (kind, word) => {
  if (kind === 'player') return { key: `colour.${word}` };
  if (kind === 'landmark') return theLandmark(Number(word));
  return kind === 'district' || kind === 'districts' ? theDistrict(word) : word;
};

const SUM = /^([\d+]+) = (\d+): (first|second|third|nothing) of \[([\d/]+)\]$/;

/** How a district was counted, from `11+2 = 13: second of [20/10/5]`; null for what needs no word. */
export function sumWords(what: string, points: number): string | null {
  const [, parts = '', sum = '', place, tile = ''] = SUM.exec(what) ?? [];
  if (!place) return null;
  const values = {
    sum: parts === sum ? sum : `${parts} = ${sum}`,
    tile: tile.replaceAll('/', ' · '),
    points: number(points),
  };
  return place === 'nothing' ? t('belle.sheet.sumNone', values) : t('belle.sheet.sum', values);
}
