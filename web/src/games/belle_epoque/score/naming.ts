/** How a fault of a real table of the Belle Époque names things. The sheet calls players by colour. */
import { t } from '$/lib/i18n.svelte';
import type { Naming } from '$/lib/refusal';
import { districtName, landmarkName } from '../names';

export const naming: Naming = (kind, word) => {
  if (kind === 'player') return t(`colour.${word}`);
  if (kind === 'landmark') return landmarkName(Number(word));
  return kind === 'district' || kind === 'districts' ? districtName(word) : word;
};
