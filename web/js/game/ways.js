/** Ways of pawns as people read them, `f → e`, or in notation for those who chose it. Screen readers hear "f to e". */
import { h } from '../dom.js';
import { actionsOf, parseAction, rowName } from '../position.js';
import { settings } from '../store.js';
import { rich, t } from '../text.js';
import { spokenAction } from './told.js';
import { writtenAction } from './written.js';

/** From row to row. @param {string} action */
export function way(action) {
  const { from, to } = parseAction(action);
  const seen = settings.get('notation') ? h('code', null, writtenAction(action)) : [h('i', null, rowName(from)), ' → ', h('i', null, rowName(to))];
  return h('span', { class: 'way', translate: 'no' }, h('span', { 'aria-hidden': 'true' }, seen), h('span', { class: 'unseen' }, spokenAction(action)));
}

/** A whole turn: `f → g, then c → g`. @param {string} turn */
export function ways(turn) {
  const all = actionsOf(turn).map((action) => (parseAction(action).kind ? h('span', null, rich('game.way_bonus', { way: way(action) })) : way(action)));
  if (all.length === 0) return h('span', null, t('game.pass_word'));
  return all.reduce((first, second) => h('span', null, rich('game.way_then', { first, second })));
}
