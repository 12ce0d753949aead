/** What the server says about a real table of La Cité, in the reader's language. */
import { listing, nameOf, t } from '$/lib/i18n.svelte';
import type { Thing } from '$/lib/i18n.svelte';
import type { Naming } from '$/lib/refusal';
import { BUILDINGS } from '../geometry';
import { cardName, theBuilding, thePiece } from '../words';

const isBuilding = (word: string): boolean => word === 'garden' || BUILDINGS.includes(word);
const theThing = (word: string): Thing => (isBuilding(word) ? theBuilding(word) : thePiece(word));

export const naming: Naming = (kind, word) => {
  if (kind === 'seat') return { key: `colour.${word}` };
  if (kind === 'card') return cardName(word);
  return kind === 'building' || kind === 'piece' || kind === 'one' || kind === 'other'
    ? theThing(word)
    : word;
};

const LIGHT = /^([\w-]+)( with annex)?: size (\d+) × (\d+) lights?$/;
const SPARED = /^([\w-]+), spared by sacre-coeur$/;

/** One part of a score: `corner: size 3 × 2 lights`, `corner + line`, `line, spared by sacre-coeur`, `painter`. */
export function partName(what: string): string {
  const [, lit, annex, size = '', lights = ''] = LIGHT.exec(what) ?? [];
  if (lit)
    return t(annex ? 'lumiere.score.litAnnex' : 'lumiere.score.lit', {
      name: theThing(lit),
      size,
      lights,
    });
  const spared = SPARED.exec(what)?.[1];
  if (spared)
    return t('lumiere.score.spared', { name: theThing(spared), card: cardName('sacre-coeur') });
  return listing(what.split(' + ').map((word) => nameOf(theThing(word))));
}
