// The buttons of a review: stepping, which turn is shown, marks on the graph, and further actions.

import { h, icon } from '../dom.js';
import { t } from '../text.js';
import { menuButton } from '../menu.js';

/** @typedef {Parameters<typeof icon>[0]} Picture */

/**
 * Two answers in a row.
 * @template {string} T
 * @param {string} name
 * @param {string} label
 * @param {readonly (readonly [T, string])[]} answers
 * @param {(answer: T) => void} onChange
 */
export function choice(name, label, answers, onChange) {
  const inputs = answers.map(([answer]) => h('input', { type: 'radio', name, value: answer, onchange: () => onChange(answer) }));
  return {
    element: h('div', { class: `segmented ${name}`, role: 'radiogroup', 'aria-label': label },
      answers.map(([, text], at) => h('label', null, inputs[at], h('span', null, text)))),
    /** @param {T} answer */
    set(answer) {
      for (const input of inputs) input.checked = input.value === answer;
    },
  };
}

/** The switch between the best and the played turn. @param {(shows: 'best'|'played') => void} onChange */
export const showsChoice = (onChange) => choice('study-shows', t('study.shows'),
  /** @type {const} */ ([['best', t('study.line_best')], ['played', t('study.played')]]), onChange);

/** The switch between mistakes and all slips. @param {(all: boolean) => void} onChange */
export function marksChoice(onChange) {
  const { element, set } = choice('study-marks', t('study.marks'),
    /** @type {const} */ ([['mistakes', t('study.mistakes')], ['slips', t('study.all_slips')]]), (answer) => onChange(answer === 'slips'));
  return { element, set: (/** @type {boolean} */ all) => set(all ? 'slips' : 'mistakes') };
}

/**
 * The buttons below the board; on a phone the bar at the lower edge.
 * @param {object} actions
 * @param {(name: string) => void} actions.walk
 * @param {() => void} actions.back
 * @param {() => void} actions.replay
 * @param {(turnsButton: HTMLButtonElement) => void} actions.turns
 * @param {boolean} actions.graded
 * @param {HTMLElement} actions.shows
 * @param {import('../dom.js').Child} actions.more what the menu of a phone holds
 */
export function reviewBar({ walk, back, replay, turns, graded, shows, more }) {
  const step = (/** @type {string} */ name, /** @type {Picture} */ picture, look = '') =>
    h('button', { class: `button study-step ${look}`, type: 'button', title: t(`study.go_${name}`), onclick: () => walk(name) },
      icon(picture), h('span', { class: 'study-step-label' }, t(`study.go_${name}_short`)));
  const next = h('button', { class: 'button study-next', type: 'button', hidden: !graded, onclick: () => walk('next_mistake') }, t('study.go_next_mistake'), icon('next'));
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {
    first: step('first', 'first'), previous: step('previous', 'prev'), next: step('next', 'next'), last: step('last', 'last'),
    next_mistake: next, next_mistake_short: step('next_mistake', 'hint', 'study-phone'),
  };
  const replayButton = h('button', { class: 'button study-step study-replay', type: 'button', title: t('study.replay'), 'aria-label': t('study.replay'), onclick: replay }, icon('replay'));
  const backButton = h('button', { class: 'button study-back', type: 'button', onclick: back }, icon('undo'), t('study.to_game'));
  const turnsButton = h('button', { class: 'button study-step study-phone study-open-turns', type: 'button', 'aria-expanded': 'false', onclick: () => turns(turnsButton) },
    icon('turns'), h('span', { class: 'study-step-label' }, t('study.turns')));
  const menu = menuButton({ label: t('study.more'), picture: 'more', look: 'button study-step study-phone', word: h('span', { class: 'study-step-label' }, t('study.more')) }, more);
  return {
    buttons, replayButton, turnsButton,
    element: h('div', { class: 'study-bar' },
      h('div', { class: 'study-walk', role: 'group', 'aria-label': t('study.walk') },
        buttons['first'], buttons['previous'], buttons['next'], buttons['last'], graded && buttons['next_mistake_short'], turnsButton, menu.button, menu.menu),
      graded && shows, replayButton, backButton, next),
    /** @param {boolean} isLine */
    setLine(isLine) {
      backButton.hidden = !isLine;
      shows.hidden = isLine;
      next.hidden = isLine || !graded;
    },
  };
}
