// The lines of a turn in a review: the best one, those that were tried, and the comment. Each line is a button.

import { h, icon, replace } from '../dom.js';
import { other } from '../position.js';
import { number, t } from '../text.js';
import { notation } from './frame.js';
import { LONGEST_NOTE } from './tries.js';
import { verdict } from './verdict-words.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/**
 * @typedef {object} ListedLine
 * @property {string[]} path
 * @property {number} depth
 * @property {'best'|'tried'} kind
 * @property {string} note
 * @property {ValuedTurn|undefined} value of its last turn; undefined until it is known
 * @property {string[]} answer the perfect answer
 * @property {Side} side who plays its last turn
 * @property {number} number of its last turn
 * @property {boolean} canPromote
 */
/**
 * @typedef {object} Shown
 * @property {ListedLine[]} lines
 * @property {string} label
 * @property {string[]} path what is chosen
 * @property {string} note the comment on the turn of the game
 * @property {string[]|null} noting the path of the comment that is being written
 * @property {Side|null} viewer
 * @property {Side} first who begins a numbered pair of turns
 */
/**
 * @typedef {object} Actions
 * @property {(path: string[]) => void} choose
 * @property {(path: string[]) => void} remove
 * @property {(path: string[]) => void} promote
 * @property {(path: string[]) => void} write begins a comment
 * @property {(path: string[], text: string) => void} note
 * @property {() => void} written ends it
 */

/** Deeper lines stand no further in. */
const DEEPEST = 3;

/** @param {readonly string[]} a @param {readonly string[]} b */
export const isSame = (a, b) => a.length === b.length && a.every((turn, i) => turn === b[i]);

/** @param {Actions} actions */
export function tryList(actions) {
  const element = h('div', { class: 'study-tries', role: 'group' });
  /** The comment field is kept while it is being written: replacing it would lose the caret. @type {{path: string[], field: HTMLTextAreaElement}|null} */
  let writing = null;

  /** @param {string[]} path @param {string} text */
  function fieldFor(path, text) {
    if (writing && isSame(writing.path, path)) return writing.field;
    const field = h('textarea', {
      class: 'study-note-field', rows: 2, maxlength: LONGEST_NOTE, 'aria-label': t('study.comment'), placeholder: t('study.comment_here'),
      oninput: () => actions.note(path, field.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        actions.written();
      },
      onblur: () => actions.written(),
    });
    field.value = text;
    writing = { path, field };
    return field;
  }

  /** @param {string[]} path @param {string} text @param {Shown} shown */
  function noteOf(path, text, { noting }) {
    if (noting && isSame(noting, path)) return h('div', { class: 'study-note writing' }, icon('comment'), fieldFor(path, text));
    if (text === '') return null;
    return h('button', { class: 'study-note', type: 'button', onclick: () => actions.write(path) }, icon('comment'), h('span', null, text));
  }

  /** @param {ListedLine} line @param {Shown} shown */
  function rowOf(line, shown) {
    const isChosen = isSame(line.path, shown.path);
    const turn = line.path.at(-1) ?? '';
    const main = h('button', { class: 'study-try', type: 'button', 'aria-current': isChosen ? 'true' : null, onclick: () => actions.choose(line.path) },
      h('span', { class: 'study-try-kind' }, t(`study.line_${line.kind}`)),
      h('span', { class: 'study-try-turns' }, line.depth > 0 && numberOf(line.number, line.side, shown.first),
        notation(turn, line.kind === 'best' ? 'best' : ''), answerOf(line, shown.first)),
      line.value && verdict(line.value, line.side, shown.viewer));
    const row = h('li', { class: `study-try-row ${line.kind}` },
      main,
      isChosen && line.kind === 'tried' && h('span', { class: 'study-try-tools' },
        line.canPromote && h('button', { type: 'button', title: t('study.promote'), 'aria-label': t('study.promote'), onclick: () => actions.promote(line.path) }, icon('up')),
        h('button', { type: 'button', title: t('study.remove_try'), 'aria-label': t('study.remove_try'), onclick: () => actions.remove(line.path) }, icon('close'))),
      noteOf(line.path, line.note, shown));
    row.style.setProperty('--depth', String(Math.min(line.depth, DEEPEST - 1)));
    return row;
  }

  return {
    element,
    /** @param {Shown} shown */
    set(shown) {
      element.setAttribute('aria-label', shown.label);
      const focused = element.contains(document.activeElement) ? document.activeElement : null;
      // Building the rows anew would take the field out of the page, and the caret with it.
      if (focused !== null && focused === writing?.field && shown.noting) return;
      const place = focused ? [...element.querySelectorAll('button')].findIndex((each) => each === focused) : -1;
      if (!shown.noting) writing = null;
      const note = noteOf([], shown.note, shown);
      element.hidden = shown.lines.length === 0 && !note;
      replace(element, shown.lines.length > 0 && h('ul', null, shown.lines.map((line) => rowOf(line, shown))), note);
      if (shown.noting) writing?.field.focus({ preventScroll: true });
      else if (place >= 0) focusOn(element.querySelector('.study-try[aria-current]') ?? element.querySelectorAll('button')[place]);
    },
  };
}

/** @param {Element|null|undefined} element */
function focusOn(element) {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** `7…` before an answer, `8` before the first turn of a pair. @param {number} count @param {Side} side @param {Side} first */
const numberOf = (count, side, first) => h('span', { class: 'study-try-number' }, number(count) + (side === first ? '' : '…'));

/** @param {ListedLine} line @param {Side} first */
function answerOf(line, first) {
  let { number: count, side } = line;
  return line.answer.map((turn) => {
    side = other(side);
    if (side === first) count += 1;
    return h('span', { class: 'study-try-answer' }, numberOf(count, side, first), notation(turn));
  });
}
