/** The topics of the help and the book of rules. Their texts are in the catalogue. */
import { has, t } from '$/lib/i18n.svelte';
import type { RuleEntry, Topic } from '../plugin';
import { BONUS, components, LANDMARKS } from './components';
import type { Source } from './components';
import { effectOf } from './effects';
import HelpPicture from './HelpPicture.svelte';
import { sourceText } from './sources';
import type { District, Position } from './types';

/** The number of rules in each chapter. */
const CHAPTERS: Readonly<Record<string, number>> = {
  B1: 11,
  B2: 4,
  B3: 3,
  B4: 1,
  B5: 4,
  B6: 4,
  B7: 3,
  B8: 2,
  B9: 3,
  H1: 6,
};

const [district] = components.districts;
const [first] = components.scoring_tiles;

/** The topics with their rules, and the figures whose source the help names. */
const THINGS: Readonly<
  Record<string, { rules: readonly string[]; from?: Record<string, Source> | undefined }>
> = {
  turn: { rules: ['B3.1', 'B3.2'] },
  arc: { rules: ['B1.1', 'B4.1', 'B5.1'] },
  bank: {
    rules: ['B1.1', 'B4.1', 'B5.1'],
    from: district && { income: district.from['income'] ?? 'reconstruction' },
  },
  pile: { rules: ['B1.3', 'B2.1', 'B3.1'] },
  building: {
    rules: ['B1.2', 'B5.1', 'B5.2', 'B6.1', 'B6.2'],
    from: district && {
      values: components.board.from['values'] ?? 'rulebook',
      buildings: district.from['buildings'] ?? 'reconstruction',
    },
  },
  residence: {
    rules: ['B1.4', 'B5.2'],
    from: { residence_wood: components.board.from['residence_wood'] ?? 'rulebook' },
  },
  key: { rules: ['B1.11', 'B4.1', 'B5.1'] },
  resource: {
    rules: ['B1.5', 'B3.2', 'B3.3'],
    from: district && { tokens: district.from['tokens'] ?? 'reconstruction' },
  },
  medal: {
    rules: ['B1.5', 'B1.6', 'B6.3'],
    from: district && { tokens: district.from['tokens'] ?? 'reconstruction' },
  },
  market: { rules: ['B1.7', 'B3.2'], from: components.prices.from },
  landmark: { rules: ['B1.6', 'B5.3', 'B6.3'] },
  scoring: {
    rules: ['B1.8', 'B6.4', 'B9.2'],
    from: first && {
      first: first.from[0] ?? 'rulebook',
      second: components.scoring_tiles[1]?.from[1] ?? 'reconstruction',
    },
  },
  track: { rules: ['B1.9', 'B6.2', 'B7.1'] },
  'end-tiles': { rules: ['B1.10', 'B8.1', 'B8.2'], from: components.end_tiles[0]?.from },
  screen: { rules: ['B2.2'] },
  score: { rules: ['B9.1', 'B9.2', 'B9.3'] },
};

/** The rules for single bonus tiles, besides the rules for all of them. */
const BONUS_RULES: Readonly<Record<number, string>> = {
  9: 'B5.4',
  13: 'B1.11',
  14: 'B1.11',
  16: 'B5.4',
  17: 'B7.3',
  25: 'B7.3',
  27: 'B9.1',
};

function paragraphs(id: string): string[] {
  return [1, 2, 3]
    .map((n) => `belle.help.${id}.${n}`)
    .filter(has)
    .map((key) => t(key));
}

function things(): Topic[] {
  return Object.entries(THINGS).map(([id, { rules, from }]) => ({
    id,
    title: t(`belle.help.${id}.title`),
    text: [...paragraphs(id), ...(from ? [sourceText(from)] : [])],
    rules,
    example: HelpPicture,
  }));
}

function landmarks(): Topic[] {
  return components.landmarks.map(({ name, value, cost, prestige, points, from }) => ({
    id: `landmark.${value}`,
    title: name,
    text: [
      t('belle.help.landmark.what', {
        value,
        cost: Object.entries(cost)
          .map(([kind, n]) => t(`belle.count.${kind}`, { n }))
          .join(', '),
      }),
      t('belle.help.landmark.medals', {
        medals: t(`belle.token.${prestige}`, { n: 2 }),
        n: points,
      }),
      sourceText(from),
    ],
    rules: ['B1.6', 'B5.3', 'B6.3'],
    example: HelpPicture,
  }));
}

function bonusTiles(): Topic[] {
  return [...BONUS.values()].map(({ tile, from }) => {
    const more = `belle.help.bonus.${tile}`;
    const own = BONUS_RULES[tile];
    return {
      id: `bonus.${tile}`,
      title: t('belle.help.bonus.title', { n: tile }),
      text: [
        t('belle.help.bonus.does', { effect: effectOf(tile) }),
        ...(has(more) ? [t(more)] : []),
        ...([9, 16, 27].includes(tile) ? [] : [t('belle.help.bonus.when')]),
        sourceText(from),
      ].filter(Boolean),
      rules: ['B1.9', 'B3.2', ...(own ? [own] : [])],
      example: HelpPicture,
    };
  });
}

export function topics(): Topic[] {
  return [...things(), ...landmarks(), ...bonusTiles()];
}

/** The picture beside a rule of the book. */
const PICTURES: Readonly<Record<string, string>> = {
  'B1.1': 'bank',
  'B1.2': 'building',
  'B1.4': 'residence',
  'B1.5': 'resource',
  'B1.6': 'landmark',
  'B1.8': 'scoring',
  'B1.9': 'track',
  'B1.11': 'key',
  'B4.1': 'arc',
  'B5.1': 'key',
  'B6.3': 'medal',
};

export function book(): RuleEntry[] {
  return Object.entries(CHAPTERS).flatMap(([chapter, count]) => [
    { number: chapter, title: t(`belle.rule.${chapter}.title`), text: '' },
    ...Array.from({ length: count }, (_, i) => {
      const number = `${chapter}.${i + 1}`;
      const topic = PICTURES[number];
      return {
        number,
        title: t(`belle.rule.${number}.title`),
        text: t(`belle.rule.${number}`),
        ...(topic ? { topic } : {}),
      };
    }),
  ]);
}

/** The topic of the help that explains a place. */
export function topicOf(place: string, position: Position): string {
  const [head = '', tail = ''] = place.split(':');
  if (['arc', 'bank', 'pile', 'scoring', 'end-tiles'].includes(head)) return head;
  if (head === 'district') return 'scoring';
  if (head === 'track' || head === 'tile') return `bonus.${tail}`;
  if (head === 'face' || head === 'left') return 'end-tiles';
  if (head === 'landmark' || LANDMARKS.has(Number(tail))) return `landmark.${tail}`;
  const type = position.districts[head as District]?.spaces[tail]?.type;
  return type === 'residence' ? 'residence' : 'building';
}
