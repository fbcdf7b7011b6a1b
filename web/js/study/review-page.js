// How the parts of a review stand on the page.

import { h, icon } from '../dom.js';
import { rulesName } from '../house.js';
import { t } from '../text.js';
import { accuracyTiles } from './accuracy.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./tries.js').Tries} Tries */
/** @typedef {import('../position.js').Side} Side */
/**
 * @typedef {object} Options
 * @property {Review} review
 * @property {boolean} graded
 * @property {Side[]} you
 * @property {{black: string, red: string}} names
 * @property {string} game under which tries and comments are kept
 * @property {string|null} link the address of the game's review; null for a record
 * @property {() => Promise<string>} record the text of the record
 * @property {Tries} given tries and comments that came with a link or a record
 * @property {number|null} at the turn that the address names
 * @property {(tools: {share: HTMLElement, more: HTMLElement[]}) => HTMLElement} head headline and buttons
 * @property {import('../dom.js').Child} more further items of the menu
 * @property {AbortSignal} signal
 */

/**
 * All turns, and what can be done at the chosen one.
 * @param {HTMLElement} list
 * @param {() => void} explore
 * @param {() => void} comment
 */
export function turnSheet(list, explore, comment) {
  return h('div', { class: 'card study-list' }, list,
    h('div', { class: 'study-list-tools' },
      h('button', { class: 'button', type: 'button', onclick: explore }, icon('explore'), t('study.explore_here')),
      h('button', { class: 'button', type: 'button', onclick: comment }, icon('comment'), t('study.comment'))));
}

/**
 * In the order of a phone; wide screens place the board at the left.
 * @param {object} parts
 * @param {Review} parts.review
 * @param {Side[]} parts.you
 * @param {{black: string, red: string}} parts.names
 * @param {HTMLElement} parts.head
 * @param {SVGElement|null} parts.graph none without exact values
 * @param {HTMLElement} parts.marks
 * @param {HTMLElement} parts.boardPlace
 * @param {HTMLElement[]} parts.under what stands below the board
 * @param {HTMLElement} parts.sheet
 */
export function reviewPage({ review, you, names, head, graph, marks, boardPlace, under, sheet }) {
  return h('div', { class: `study study-review ${graph ? '' : 'plain'}` },
    head,
    graph && accuracyTiles(review, you, names),
    graph
      ? h('section', { class: 'card study-margin', 'aria-labelledby': 'study-margin' },
          h('div', { class: 'study-margin-head' }, h('h2', { id: 'study-margin' }, t('study.who_ahead')), marks), graph)
      : h('div', { class: 'banner study-ungraded' }, h('div', null, h('strong', null, t('study.not_graded')),
          h('div', null, t('study.not_graded_more', { rules: rulesName(review.rules) })))),
    h('div', { class: 'study-left' }, boardPlace, h('div', { class: 'study-under' }, under)),
    sheet);
}
