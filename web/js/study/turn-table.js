// The list box with all turns of a position: arrows choose a line, Enter or a double click follows it, on a phone a second
// tap. Long lists are built in slices.

import { h, replace } from '../dom.js';
import { number, signed, t } from '../text.js';
import { estimate, heard, notation } from './frame.js';
import { SYMBOLS } from './values.js';

/** Within this time after a tap, in ms, another tap is part of a double tap and must not follow a turn of the new list. */
const DOUBLE_TAP = 400;
let followed = -DOUBLE_TAP;

/** @typedef {import('./values.js').Line} Line */

/** Lines built before the first paint, and in each later slice. */
const AT_ONCE = 60;

/**
 * @param {{onChoose: (line: Line) => void, onFollow: (line: Line) => void, isPhone: () => boolean, follow: HTMLElement}} actions `follow`: what
 *   can be done with the chosen line, at the end of the head
 */
export function turnTable({ onChoose, onFollow, isPhone, follow }) {
  const body = h('div', { class: 'study-lines', role: 'listbox', tabindex: '0', 'aria-label': t('study.all_turns') });
  const element = h('div', { class: 'card study-table' },
    h('div', { class: 'study-table-head' }, ['margin', 'turn', 'steps'].map((name) => h('span', { 'aria-hidden': 'true' }, t(`study.column_${name}`))), follow),
    body);
  /** @type {Line[]} */
  let lines = [];
  let zero = 0;
  let chosen = -1;
  let later = 0;

  /** @param {number} upTo */
  function build(upTo) {
    const fragment = document.createDocumentFragment();
    for (let i = body.childElementCount; i < Math.min(upTo, lines.length); i += 1) {
      const line = lines[i];
      if (line) fragment.append(row(line, i, zero));
    }
    body.append(fragment);
  }

  function buildRest() {
    build(body.childElementCount + AT_ONCE);
    if (body.childElementCount < lines.length) later = window.setTimeout(buildRest, 16);
  }

  /** @param {number} at @param {boolean} [tell] */
  function choose(at, tell = true) {
    const line = lines[at];
    if (!line) return;
    build(at + 1);
    body.children[chosen]?.setAttribute('aria-selected', 'false');
    chosen = at;
    const element = /** @type {HTMLElement} */ (body.children[at]);
    element.setAttribute('aria-selected', 'true');
    body.setAttribute('aria-activedescendant', element.id);
    if (tell) onChoose(line);
    const top = element.offsetTop;
    if (body.scrollHeight > body.clientHeight) {
      if (top < body.scrollTop) body.scrollTop = top;
      else if (top + element.offsetHeight > body.scrollTop + body.clientHeight) body.scrollTop = top + element.offsetHeight - body.clientHeight;
    }
  }

  body.addEventListener('click', (event) => {
    const at = indexOf(event);
    const line = lines[at];
    if (event.timeStamp - followed < DOUBLE_TAP) return;
    if (line && at === chosen && isPhone()) {
      followed = event.timeStamp;
      onFollow(line);
    } else if (at >= 0) choose(at);
  });
  body.addEventListener('dblclick', (event) => {
    const line = lines[indexOf(event)];
    if (line && !isPhone()) onFollow(line);
  });
  body.addEventListener('keydown', (event) => {
    const to = /** @type {Record<string, number>} */ ({
      ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 0, End: lines.length - 1, PageDown: chosen + 10, PageUp: chosen - 10,
    })[event.key];
    const line = lines[chosen];
    if (to !== undefined) choose(Math.max(0, Math.min(lines.length - 1, to)));
    else if (event.key === 'Enter' && line) onFollow(line);
    else return;
    event.preventDefault();
  });

  return {
    element,
    /**
     * @param {Line[]} all
     * @param {number} at where the bars begin
     * @param {string|null} wanted the turn that is chosen
     */
    set(all, at, wanted) {
      clearTimeout(later);
      lines = all;
      zero = at;
      chosen = -1;
      replace(body);
      body.removeAttribute('aria-activedescendant');
      body.scrollTop = 0;
      build(AT_ONCE);
      if (lines.length > AT_ONCE) later = window.setTimeout(buildRest, 32);
      const found = lines.findIndex(({ turn }) => turn === wanted);
      if (found >= 0) choose(found, false);
    },
    focus: () => body.focus(),
    destroy: () => clearTimeout(later),
  };
}

/** @param {Event} event */
function indexOf(event) {
  const row = event.target instanceof Element ? event.target.closest('[data-at]') : null;
  return row ? Number(row.getAttribute('data-at')) : -1;
}

/** @param {Line} line @param {number} at @param {number} zero */
function row(line, at, zero) {
  const steps = line.steps.map((n) => number(n)).join(' · ');
  const bar = h('span', { class: `study-bar-fill ${line.exact ? line.outcome : 'guess'}` });
  bar.style.setProperty('--from', `${line.bar.from}%`);
  bar.style.setProperty('--size', `${line.bar.size}%`);
  const axis = h('span', { class: 'study-bar-zero' });
  axis.style.setProperty('--from', `${zero}%`);
  return h('div', { class: 'study-row', role: 'option', id: `study-line-${at}`, 'data-at': at, 'aria-selected': 'false' },
    h('span', { class: 'study-margin-cell', 'aria-hidden': 'true' }, line.exact
      ? [h('span', { class: `study-symbol ${line.outcome}` }, SYMBOLS[line.outcome]), h('span', { class: `study-number ${line.outcome}` }, signed(line.value))]
      : estimate(line.value)),
    h('span', null, label(line, steps)),
    h('span', { class: 'study-steps', 'aria-hidden': 'true' }, steps),
    h('span', { class: 'study-bar-cell', 'aria-hidden': 'true' }, axis, bar));
}

/** @param {Line} line @param {string} steps */
function label(line, steps) {
  const args = { turn: notation(line.turn), points: signed(line.exact ? line.value : Math.round(line.value)), steps };
  if (!line.exact) return heard('study.line_label_about', args);
  return heard('study.line_label', { ...args, outcome: t(`study.outcome_${line.outcome}`) });
}
