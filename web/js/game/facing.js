/**
 * Face to face: the device lies between two people. The far player's zone is turned by the style sheet, the turn box stands
 * in the zone of whoever moves, everything else in a menu of the near zone. Loaded on demand.
 */
import { facingRoom } from '../device.js';
import { h, icon, replace } from '../dom.js';
import { css } from '../router.js';
import { number, t } from '../text.js';
import { askReview, bothFacts } from './result.js';
import { resultScore, resultTitle, whyText } from './result-words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {ReturnType<typeof facing>} Facing */

/** Loads the styles. */
export async function prepareFacing() {
  await css('/css/facing.css');
  return facing;
}

/**
 * @param {object} parts
 * @param {HTMLElement} parts.page
 * @param {{top: HTMLElement, bottom: HTMLElement, head: HTMLElement, tools: HTMLElement}} parts.side
 * @param {HTMLElement} parts.prompt
 * @param {() => void} parts.redraw
 * @param {() => void} parts.closeTurns
 */
export function facing({ page, side, prompt, redraw, closeTurns }) {
  const room = facingRoom();
  const more = h('button', { class: 'button facing-more', type: 'button', popovertarget: 'facing-menu', 'aria-label': t('common.menu') }, icon('more'));
  const menu = h('div', { class: 'menu facing-menu', id: 'facing-menu', popover: 'auto', onclick: close },
    h('a', { href: '/settings' }, t('common.settings')), h('a', { href: '/' }, t('common.to_start')));
  const told = h('div', { class: 'facing-told' });
  const controller = new AbortController();
  const { signal } = controller;
  let drawn = '';
  /** Where the parts stand on the usual page. @type {[HTMLElement, Comment][]} */
  const usual = [];

  room.addEventListener('change', redraw, { signal });
  // A touch elsewhere closes the list of turns.
  document.addEventListener('pointerdown', ({ target }) => {
    if (page.matches('.facing.turns-open') && target instanceof Element && !target.closest('.game-turns, .facing-menu')) closeTurns();
  }, { signal });

  /** @param {Event} event */
  function close({ target }) {
    if (target instanceof Element && target.closest('a, button')) menu.hidePopover();
  }

  function enter() {
    for (const part of [prompt, side.head, side.tools]) {
      const place = document.createComment('');
      part.before(place);
      usual.push([part, place]);
    }
    menu.prepend(side.head, side.tools);
    page.append(menu);
    page.classList.add('facing');
  }

  function leave() {
    for (const [part, place] of usual.splice(0)) place.replaceWith(part);
    for (const part of [more, menu, told]) part.remove();
    page.classList.remove('facing');
  }

  /**
   * @param {Session} state
   * @param {boolean} isFarAsked whether the turn box belongs to the far player
   * @param {{stage: 'counting' | 'result', totals: import('../types').Pair} | null} end
   */
  function update(state, isFarAsked, end) {
    const isOn = usual.length > 0;
    if (room.matches !== isOn) (room.matches ? enter : leave)();
    if (!room.matches) return;
    put(isFarAsked ? side.top : side.bottom, prompt);
    put(end ? page : side.bottom, more);
    put(side.top, told);
    const far = /** @type {Side} */ (side.top.dataset['side'] ?? 'red');
    const key = JSON.stringify([end, far, state.game.seq]);
    if (key === drawn) return;
    drawn = key;
    replace(told, end?.stage === 'counting' && h('b', null, number(end.totals[far])), end?.stage === 'result' && resultTold(state, far));
  }

  return {
    isOn: () => room.matches,
    update,
    leave() {
      controller.abort();
    },
  };
}

/** @param {HTMLElement} zone @param {HTMLElement} part */
function put(zone, part) {
  if (part.parentElement !== zone) zone.append(part);
}

/** The result for the far player; the near one has the card. @param {Session} state @param {Side} far */
function resultTold(state, far) {
  const facts = h('div');
  if (state.game.result?.winner) askReview(state.game).then((review) => { if (review && review !== 'not_solved') replace(facts, bothFacts(state, far, review)); });
  return [h('p', { class: 'facing-result' }, resultTitle(state), ' ', h('span', null, resultScore(state))), h('p', { class: 'second' }, whyText(state)), facts];
}
