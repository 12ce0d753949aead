/** Why a thing that was touched is not possible now. The server says it, with its rule. */
import { t } from '$/lib/i18n.svelte';
import type { Reason } from '$/lib/refusal';
import type { About } from '$/table/notNow.svelte';
import type { Position } from './types';

/** A levitation in hand: the buildings that go back and come, if they are chosen. */
export interface Exchange {
  give: string | null;
  take: string | null;
}

/** The move that was meant, or a reason that needs no question. */
export type Meant = { move: string } | Reason;

/** The postcards that are used without a choice. */
const WHOLE: ReadonlySet<string> = new Set(['metropolitain', 'chartier', 'sacre-coeur']);

const reason = (name: string, rule: string): Reason => ({
  text: t(`lumiere.notNow.${name}`),
  rule,
});

/** The rules of the postcards that a player keeps for a later building. */
const KEEPS: Readonly<Record<string, string>> = { metropolitain: 'L7.3', chartier: 'L7.4' };

/** Its action is used, but a kept postcard is not: the rule of the action alone would say so. */
function keptReason(card: string, position: Position): Reason | null {
  const found = position.postcards.find(({ name }) => name === card);
  const rule = KEEPS[card];
  if (found?.state !== 'held' || !rule) return null;
  return reason(found.owner === position.to_move ? 'kept' : 'kept.theirs', rule);
}

/** What a touch meant: `tile:3`, `building:smile`, `pool:smile`, `card:chartier` or `space:c4`. */
export function meantBy(thing: string, position: Position, swap: Exchange | null): Meant {
  const [kind = '', name = ''] = thing.split(':');
  const laying = position.phase === 'laying';
  switch (kind) {
    case 'tile':
      return { move: `lay:${name}:a1:0` };
    case 'card':
      return keptReason(name, position) ?? { move: WHOLE.has(name) ? name : `${name}:undone` };
    case 'pool':
      if (!swap) return { move: `take:${name}` };
      return swap.give ? { move: `levitation:${swap.give}:${name}` } : reason('giveFirst', 'L7.2');
    case 'building':
      if (swap) return { move: `levitation:${name}:${swap.take ?? position.pool[0]}` };
      /* In phase two only a building without any place is refused, and one that has to wait. */
      return laying || position.pending ? { move: `build:${name}:a1:0` } : reason('noRoom', 'L5.1');
    default:
      if (swap) return reason(swap.give ? 'takeFirst' : 'giveFirst', 'L7.2');
      return laying ? reason('noTile', 'L3.2') : reason('noBuilding', 'L5.1');
  }
}

/** The help on a thing. What stands on a space is explained by the board itself. */
export function topicOf(thing: string): string {
  const [kind = '', name = ''] = thing.split(':');
  if (kind === 'card') return `postcard.${name}`;
  return kind === 'tile' || kind === 'space' ? 'square' : `building.${name}`;
}

/** The button that a note has beside its reason: what a postcard does is nowhere else in words. */
export function aboutOf(thing: string, help: (topic: string) => void): About | null {
  if (!thing.startsWith('card:')) return null;
  return { text: t('lumiere.notNow.about'), open: () => help(topicOf(thing)) };
}
