/** The prompt of the Belle Époque: what the player can do now, and the words of the main button. */
import { capital, signed, t } from '$/lib/i18n.svelte';
import { ask } from '$/table/prompt';
import type { Ask } from '$/table/prompt';
import type { Choice, Offer } from './choice.svelte';
import { components, LANDMARKS, scoringPoints } from './components';
import { effectOf } from './effects';
import { faceName, theDistrict, theLandmark, theProperty, theTile, theToken } from './names';
import type { Position } from './types';
import { describe } from './words';

/** The prompt of a position that is only looked at. */
export function askLook(): Ask {
  return ask(t('belle.ask.look'), t('belle.ask.look.note'));
}

/** Whether the player has tiles that would do something now. */
function hasTiles({ offers }: Choice): boolean {
  return offers.some(({ move }) => move.kind === 'activate' || move.kind === 'use');
}

/** The prompt on our turn while nothing is chosen. It depends on the phase. */
function idle(position: Position, choice: Choice): Ask {
  const { waiting } = position;
  switch (position.phase) {
    case 'draw':
      return ask(t('belle.ask.draw'), t('belle.ask.draw.note'));
    case 'place':
      return ask(
        t('belle.ask.place', { name: theTile(position.drawn ?? '') }),
        t('belle.ask.place.note'),
      );
    case 'choose':
      return ask(t('belle.ask.choose'), t('belle.ask.choose.note'));
    case 'bonus': {
      const price = components.board.meeple_price[waiting?.value ?? 0] ?? 0;
      return ask(
        t('belle.ask.bonus'),
        price ? t('belle.ask.bonus.pay', { n: price }) : t('belle.ask.bonus.note'),
      );
    }
    case 'prestige': {
      const landmark = LANDMARKS.get(waiting?.value ?? 0);
      return ask(
        t('belle.ask.prestige', { name: theLandmark(waiting?.value ?? 0) }),
        t('belle.ask.prestige.note', {
          token: theToken(landmark?.prestige ?? '', 2),
          n: landmark?.points ?? 0,
        }),
      );
    }
    case 'scoring':
      return ask(t('belle.ask.scoring'), t('belle.ask.scoring.note'));
    case 'end':
      return ask(
        t('belle.ask.end'),
        position.stage === 'final' && hasTiles(choice)
          ? t('belle.ask.end.last')
          : t('belle.ask.end.note'),
        '',
      );
    default: {
      const [keys, moves] = [
        choice.asked.some(({ move }) => move.kind === 'key'),
        choice.asked.some(({ move }) => move.kind === 'move'),
      ];
      const key = keys && moves ? 'keyOrMove' : keys ? 'key' : moves ? 'move' : 'pass';
      const extra = choice.asked.some(({ move }) => move.kind === 'take')
        ? t('belle.ask.orTake')
        : '';
      const final = position.stage === 'final' ? t('belle.ask.final') : '';
      return ask(
        t(`belle.ask.${key}`),
        [t(`belle.ask.${key}.note`), extra, final].filter(Boolean).join(' '),
      );
    }
  }
}

/** The prompt while several moves are possible: what the player must still choose. */
function half(position: Position, choice: Choice): Ask {
  const first = choice.candidates[0]?.move;
  const has = (prefix: string): boolean => choice.chosen.some((mark) => mark.startsWith(prefix));
  if (first?.kind === 'move' && has('landmark:'))
    return ask(
      t('belle.ask.whichDistrict', { name: theLandmark(first.to) }),
      t('belle.ask.whichDistrict.note'),
    );
  if (first?.kind === 'move' && has('from:'))
    return ask(t('belle.ask.where'), t('belle.ask.where.note'));
  if (first?.kind === 'move')
    return ask(
      t('belle.ask.whichKey', { name: theProperty(position, first.district, first.to) }),
      t('belle.ask.whichKey.note'),
    );
  if (first?.kind === 'score')
    return has('scoring:')
      ? ask(t('belle.ask.scoringWhere', { n: first.points }))
      : ask(t('belle.ask.scoringWhich', { name: theDistrict(first.district) }));
  if (first?.kind === 'activate')
    return ask(t('belle.ask.tile', { n: first.tile }), capital(effectOf(first.tile)));
  if (first?.kind === 'use') return ask(t('belle.ask.face', { face: faceName(first.face) }));
  return idle(position, choice);
}

/** The prompt when one move is chosen: the question, and the button that plays it. */
function ready({ move }: Offer, position: Position, points: number): Ask {
  /* Only points that the move gives at once: nothing can take them away again. */
  const main = (key: string): string => (points > 0 ? `${t(key)} ${signed(points)}` : t(key));
  switch (move.kind) {
    case 'draw':
      return ask(t('belle.ask.drawThis', { n: move.pile }), '', t('belle.do.draw'));
    case 'place':
      return ask(
        t('belle.ask.placeHere', {
          name: theTile(position.drawn ?? ''),
          district: theDistrict(move.district),
        }),
        '',
        t('belle.do.place'),
      );
    case 'key':
      return move.where === 'arc'
        ? ask(t('belle.ask.keyArc'), t('belle.ask.keyArc.note'), t('belle.do.key'))
        : ask(
            t('belle.ask.keyBank', { of: t(`belle.of.${move.where}`) }),
            t('belle.ask.keyBank.note', { name: theDistrict(move.where) }),
            t('belle.do.key'),
          );
    case 'move': {
      const to = theProperty(position, move.district, move.to);
      const text = t(
        position.landmarks.includes(move.to) ? 'belle.ask.moveLay' : 'belle.ask.moveTo',
        { to, name: theDistrict(move.district) },
      );
      return ask(text, '', t('belle.do.move'));
    }
    case 'bonus':
      return ask(
        t('belle.ask.bonusThis', { n: move.tile }),
        capital(effectOf(move.tile)),
        t('belle.do.bonus'),
      );
    case 'score':
      return ask(
        t('belle.ask.scoreHere', {
          points: scoringPoints(move.points).join(' · '),
          name: theDistrict(move.district),
        }),
        t('belle.ask.scoreHere.note'),
        t('belle.do.score'),
      );
    case 'take':
      return ask(t('belle.ask.take'), t('belle.ask.take.note'), t('belle.do.take'));
    case 'choose':
      return ask(
        t('belle.ask.chooseThis', { face: faceName(move.face ?? '') }),
        '',
        t('belle.do.choose'),
      );
    case 'discard':
      return ask(t('belle.ask.discard', { n: move.amount }), '', main('belle.do.discard'));
    case 'buy':
      return ask(t('belle.ask.buy', { token: theToken(move.token) }), '', t('belle.do.buy'));
    case 'sell':
      return ask(t('belle.ask.sell', { token: theToken(move.token) }), '', t('belle.do.sell'));
    case 'activate':
      return ask(
        t('belle.ask.activate', { n: move.tile }),
        /* The move says more than the tile only if something was chosen. */
        capital(/^activate:\d+$/.test(move.text) ? effectOf(move.tile) : describe(move.text).plain),
        main('belle.do.activate'),
      );
    case 'use':
      return ask(
        t('belle.ask.use', { face: faceName(move.face) }),
        move.choice.length ? describe(move.text).plain : '',
        main('belle.do.activate'),
      );
    default:
      return ask(t(`belle.ask.${move.kind}This`), '', t(`belle.do.${move.kind}`));
  }
}

/** `points`: what the chosen move gives at once. */
export function askYou(position: Position, choice: Choice, points: number): Ask {
  if (choice.ready) return ready(choice.ready, position, points);
  return choice.chosen.length ? half(position, choice) : idle(position, choice);
}
