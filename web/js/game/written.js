/** How turns are written in lists: with arrows, or in notation for those who chose it in the settings; and how they are read out. */
import { actionsOf, parseAction, rowName } from '../position.js';
import { settings } from '../store.js';
import { t } from '../text.js';
import { spokenAction } from './told.js';

/** An action: `f→e`, or `fe`. @param {string} action */
export function writtenAction(action) {
  if (settings.get('notation')) return action;
  const { from, to, kind } = parseAction(action);
  return `${kind ? '★' : ''}${rowName(from)}→${rowName(to)}`;
}

/** A turn: `f→e c→a ★d→c`, or `fe ca +dc`. @param {string} turn */
export function writtenTurn(turn) {
  if (turn === 'pass') return t('game.pass_word');
  if (settings.get('notation')) return turn;
  return turn.split('/').map((part) => actionsOf(part).map(writtenAction).join(' ')).join(' / ');
}

/** A turn as screen readers hear it in a list: "f to e, c to a". @param {string} turn */
export const spokenTurn = (turn) => (turn === 'pass' ? t('game.pass_word') : actionsOf(turn).map(spokenAction).join(', '));
