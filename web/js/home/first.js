// Home for somebody new: one button that starts the first game; rules and other opponents are one tap away.

import { h, icon, replace } from '../dom.js';
import { chooseRules } from '../house.js';
import { markNeed } from '../needs.js';
import { rulesMenu } from '../rules-menu.js';
import { levelTitle, rich, t } from '../text.js';
import { chosen, mark } from './play.js';

/** @typedef {import('./start.js').Kind} Kind */

/**
 * The card with the first game, and the three other ways.
 * @param {object} options
 * @param {() => void} options.startFirst
 * @param {(kind: Kind) => void} options.start
 * @param {() => ReturnType<typeof import('./play.js').playCard>} options.usual makes the usual play card
 * @param {() => void} options.changed another rule set is chosen
 */
export function firstCard({ startFirst, start, usual, changed }) {
  /** The usual card, once somebody wants another opponent. @type {ReturnType<typeof usual> | null} */
  let other = null;
  const rules = rulesMenu((id) => {
    chooseRules(id);
    rules.set(chosen().rules);
    changed();
  }, { isQuiet: true });
  rules.set(chosen().rules);

  const place = h('div', { class: 'home-first-place' }, h('section', { class: 'home-play home-first', 'aria-label': t('home.first_play') },
    h('div', null,
      h('button', { class: 'button ink home-first-go', type: 'button', 'data-start': 'first', onclick: () => startFirst() }, icon('play'), t('home.first_play')),
      h('p', { class: 'home-first-line' }, rich('home.first_line', { level: h('b', null, levelTitle('1')) }))),
    h('div', { class: 'home-choices' }, rules.element,
      h('button', { class: 'button quiet home-another', type: 'button', onclick: open }, t('home.another_opponent'), icon('chevron')))));

  /** Shows the usual card in the place of this one. */
  function open() {
    other = usual();
    replace(place, other.element);
    changed();
    /** @type {HTMLElement | null} */ (place.querySelector('.home-range'))?.focus();
  }

  const invite = way('link', t('home.invite'), t('home.invite_line'), { 'data-start': 'invitation', onclick: () => start('invitation') });
  const element = h('div', { class: 'home-first-all' }, place,
    h('ul', { class: 'home-three' },
      way('users', t('home.two_players'), t('home.two_players_line'), { href: '/two' }).element, invite.element,
      way('book', t('home.lessons'), t('home.lessons_line'), { href: '/learn' }).element));
  invite.update();

  return {
    element,
    isFirst: () => other === null,
    update() {
      other?.update();
      invite.update();
    },
    /** @param {string | null} kind */
    busy: (kind) => mark(element, kind),
  };
}

/** @param {Parameters<typeof icon>[0]} sign @param {string} title @param {string} line @param {import('../dom.js').Attributes} where */
function way(sign, title, line, where) {
  const text = h('span', null, line);
  const words = h('span', null, h('b', null, title), ' ', text);
  const control = 'href' in where ? h('a', where, icon(sign), words) : h('button', { type: 'button', ...where }, icon(sign), words);
  return { element: h('li', null, control), update: () => markNeed(control, text, line) };
}

/** Who made the game, and that nothing is needed for it. */
export const origin = () => h('footer', { class: 'home-origin' }, h('span', null, t('home.made_by')), h('span', null, t('home.no_account')));
