// The view of a review: board, graph, list and text. For games and for uploaded records.

import { board } from '../board/board.js';
import { h, icon, replace } from '../dom.js';
import { rulesName } from '../house.js';
import { settings } from '../store.js';
import { number, t } from '../text.js';
import { isForField } from './frame.js';
import { graphTable, graphView } from './graph-view.js';
import { turnList } from './review-list.js';
import { beginning, equationOf, mistakeFrom, positionAt } from './review-model.js';
import { commentOn } from './review-say.js';
import { comparison } from './values.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('../position.js').Side} Side */

/**
 * @param {HTMLElement} root
 * @param {object} options
 * @param {Review} options.review
 * @param {boolean} options.graded
 * @param {Side[]} options.you
 * @param {HTMLElement} options.head headline and buttons
 * @param {AbortSignal} options.signal
 */
export function reviewView(root, { review, graded, you, head, signal }) {
  const last = review.turns.length;
  const view = you.length === 1 && you[0] === 'red' ? 'red' : 'black';
  const shown = board({ rules: review.rules, view, interactive: false, sides: [], label: t('study.board_label') });
  const graph = graded ? graphView(review, (at) => select(at)) : null;
  const list = turnList(review, graded, (at) => {
    select(at);
    closeTurns();
  });
  const say = h('div', { class: 'study-say', 'aria-live': 'polite' });
  let at = -1;
  /** @type {AbortController|null} */
  let asking = null;

  /** @param {number} wanted */
  function select(wanted) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next === at) return;
    const isStep = Math.abs(next - at) === 1;
    at = next;
    const turn = review.turns[at];
    const arrows = turn ? comparison(graded ? (turn.best?.turn ?? null) : null, turn.turn, turn.side) : [];
    shown.set({ position: positionAt(review, at), turn: null, arrows }, { animate: isStep });
    graph?.select(at);
    list.select(at);
    asking?.abort();
    asking = new AbortController();
    replace(say, commentOn(review, at, graded, asking.signal));
    for (const [name, button] of Object.entries(buttons)) button.disabled = target(name) === null;
  }

  /** The target of a button; null if there is none. @param {string} name */
  function target(name) {
    if (name === 'first' || name === 'previous') return at <= 0 ? null : name === 'first' ? 0 : at - 1;
    if (name === 'next' || name === 'last') return at >= last ? null : name === 'last' ? last : at + 1;
    return mistakeFrom(review, at, name.startsWith('previous') ? -1 : 1);
  }

  /** @param {string} name */
  function walk(name) {
    const to = target(name);
    if (to !== null) select(to);
  }

  const step = (/** @type {string} */ name, /** @type {Parameters<typeof icon>[0]} */ picture) =>
    h('button', { class: 'button study-step', type: 'button', title: t(`study.go_${name}`), onclick: () => walk(name) },
      icon(picture), h('span', { class: 'study-step-label' }, t(`study.go_${name}_short`)));
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {
    first: step('first', 'first'),
    previous: step('previous', 'prev'),
    next: step('next', 'next'),
    last: step('last', 'last'),
  };
  const onlyPhone = [];
  if (graded) {
    buttons['next_mistake_short'] = step('next_mistake', 'hint');
    buttons['next_mistake_short'].classList.add('study-phone');
    buttons['previous_mistake'] = h('button', { class: 'button', type: 'button', onclick: () => walk('previous_mistake') },
      icon('prev'), t('study.go_previous_mistake'));
    buttons['next_mistake'] = h('button', { class: 'button', type: 'button', onclick: () => walk('next_mistake') },
      t('study.go_next_mistake'), icon('next'));
    onlyPhone.push(buttons['next_mistake_short']);
  }
  const turnsButton = h('button', { class: 'button study-step study-phone', type: 'button', 'aria-expanded': 'false', onclick: () => toggleTurns() },
    icon('turns'), h('span', { class: 'study-step-label' }, t('study.turns')));
  const bar = h('div', { class: 'study-bar', role: 'group', 'aria-label': t('study.walk') },
    buttons['first'], buttons['previous'], buttons['next'], buttons['last'], onlyPhone, turnsButton);
  const sheet = h('div', { class: 'card study-list' }, list.element);

  function toggleTurns() {
    const isOpen = sheet.classList.toggle('open');
    turnsButton.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) sheet.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }
  function closeTurns() {
    sheet.classList.remove('open');
    turnsButton.setAttribute('aria-expanded', 'false');
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!settings.get('keys') || isForField(event)) return;
    const names = /** @type {Record<string, string>} */ ({
      ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last', m: 'next_mistake', M: 'previous_mistake',
    });
    const name = names[event.key];
    if (event.key === 'Escape') closeTurns();
    if (!name || (name.endsWith('mistake') && !graded)) return;
    event.preventDefault();
    walk(name);
  }
  document.addEventListener('keydown', onKey, { signal });

  // In the order of a phone; wide screens place the board at the left.
  replace(root, h('div', { class: `study study-review ${graded ? '' : 'plain'}` },
    head,
    graph
      ? h('section', { class: 'card study-margin', 'aria-labelledby': 'study-margin' },
          h('div', { class: 'study-margin-head' }, h('h2', { id: 'study-margin' }, t('study.exact_margin')), h('span', null, t('study.above_zero'))),
          graph.element, equation(review, you))
      : h('div', { class: 'banner study-ungraded' }, h('div', null, h('strong', null, t('study.not_graded')),
          h('div', null, t('study.not_graded_more', { rules: rulesName(review.rules) })))),
    h('div', { class: 'study-left' },
      h('div', { class: 'study-board' }, shown.element),
      h('div', { class: 'study-under' }, bar, say)),
    sheet,
    graded && h('div', { class: 'study-mistakes' }, buttons['previous_mistake'], buttons['next_mistake']),
    graph && graphTable(review)));
  select(graded ? beginning(review) : 0);
  return {
    leave() {
      asking?.abort();
      graph?.destroy();
      shown.destroy();
    },
  };
}

/** @param {Review} review @param {Side[]} you */
function equation(review, you) {
  const { start, black, red, end } = equationOf(review);
  /** @param {Side} side */
  const gave = (side) => t(you.length === 1 && you[0] === side ? 'study.you_gave' : `study.${side}_gave`);
  /** @param {number} n */
  const plus = (n) => number(n, { signDisplay: 'exceptZero' });
  const parts = [
    [plus(start), t('study.at_the_start')],
    [`− ${number(black)}`, gave('black')],
    [`+ ${number(red)}`, gave('red')],
    [`= ${plus(end)}`, t('study.the_result')],
  ];
  return h('dl', { class: 'study-equation' }, parts.map(([value, label]) => h('div', null, h('dt', null, label), h('dd', null, value))));
}
