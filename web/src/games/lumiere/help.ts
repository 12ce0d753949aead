/** The topics of the help and the book of rules. Their texts are in the catalogue. */
import { has, t } from '$/lib/i18n.svelte';
import type { RuleEntry, Topic } from '../plugin';
import { BUILDINGS, sizeOf } from './geometry';
import HelpPicture from './HelpPicture.svelte';
import { cardName, theBuilding } from './words';

/** The rules in the order of the book. A number without a dot is a chapter. */
const CHAPTERS: Readonly<Record<string, number>> = {
  L1: 8,
  L2: 4,
  L3: 3,
  L4: 4,
  L5: 1,
  L6: 3,
  L7: 12,
  L8: 6,
};

const THINGS: Readonly<Record<string, readonly string[]>> = {
  tile: ['L1.3', 'L2.2', 'L3.1'],
  square: ['L1.1', 'L3.1'],
  'space.orange': ['L1.2', 'L5.1'],
  'space.blue': ['L1.2', 'L5.1'],
  'space.mixed': ['L1.2', 'L5.1', 'L6.3'],
  'space.streetlight': ['L1.2', 'L7.3', 'L8.1'],
  reserve: ['L3.1', 'L5.1', 'L8.3'],
  pool: ['L1.4', 'L3.1', 'L7.2'],
  tokens: ['L1.7', 'L4.4', 'L6.1'],
  score: ['L8.1', 'L8.2', 'L8.3', 'L8.4'],
};

const CARDS: Readonly<Record<string, readonly string[]>> = {
  levitation: ['L7.2'],
  metropolitain: ['L7.3'],
  'jardin-des-plantes': ['L7.1'],
  'sacre-coeur': ['L7.5', 'L8.3'],
  'le-peintre': ['L7.6', 'L8.5'],
  chartier: ['L7.4'],
  bouquinistes: ['L7.7'],
  lampadaire: ['L7.8', 'L8.1'],
  'moulin-rouge': ['L7.9', 'L8.5'],
  'fontaine-des-mers': ['L7.10'],
  'le-penseur': ['L7.11'],
  'la-grande-lumiere': ['L7.12', 'L8.1'],
};

function paragraphs(key: string, values: Record<string, number> = {}): string[] {
  return [1, 2, 3]
    .map((n) => `${key}.${n}`)
    .filter(has)
    .map((name) => t(name, values));
}

export function topics(): Topic[] {
  return [
    ...Object.entries(THINGS).map(([id, rules]) => ({
      id,
      title: t(`lumiere.help.${id}.title`),
      text: paragraphs(`lumiere.help.${id}`),
      rules,
      example: HelpPicture,
    })),
    ...Object.entries(CARDS).map(([card, rules]) => ({
      id: `postcard.${card}`,
      title: cardName(card),
      text: paragraphs(`lumiere.help.postcard.${card}`),
      rules,
      example: HelpPicture,
    })),
    ...BUILDINGS.map((name) => ({
      id: `building.${name}`,
      title: t('lumiere.help.building.title', { name: theBuilding(name) }),
      text: paragraphs('lumiere.help.building', { n: sizeOf(name) }),
      rules: ['L1.4', 'L5.1', 'L8.1'],
      example: HelpPicture,
    })),
  ];
}

export function book(): RuleEntry[] {
  return Object.entries(CHAPTERS).flatMap(([chapter, count]) => [
    { number: chapter, title: t(`lumiere.rule.${chapter}.title`), text: '' },
    ...Array.from({ length: count }, (_, i) => {
      const number = `${chapter}.${i + 1}`;
      const card = Object.entries(CARDS).find(([, rules]) => rules[0] === number)?.[0];
      return {
        number,
        title: t(`lumiere.rule.${number}.title`),
        text: t(`lumiere.rule.${number}`),
        ...(card ? { topic: `postcard.${card}` } : {}),
      };
    }),
  ]);
}
