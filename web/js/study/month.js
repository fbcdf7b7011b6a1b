// A month as a calendar: which puzzles were solved on their day, later, or not yet. Days are buttons; arrow keys move.

import { h, icon, replace } from '../dom.js';
import { date, number, t } from '../text.js';
import { dayByKey, dayInTabOrder, isPlayable, monthOf, monthsBeside, weeksOf } from './month-model.js';

/** @typedef {import('./puzzle-days.js').Solved} Solved */
/** @typedef {{today: string, shown: string, solved: ReadonlyMap<string, Solved>, streak: number}} Known `shown`: the day on the board; may be empty */

/** @param {string} day @param {Intl.DateTimeFormatOptions} options */
const written = (day, options) => date(new Date(`${day}T12:00:00Z`), { timeZone: 'UTC', ...options });

/** @param {(day: string) => void} onChoose */
export function monthCard(onChoose) {
  const heading = h('h2', { class: 'month-name', id: 'month-name', 'aria-live': 'polite' });
  const before = arrow('prev', 'puzzle.month_before');
  const after = arrow('next', 'puzzle.month_after');
  const head = h('thead', null);
  const body = h('tbody', { onkeydown: byKey });
  const words = h('p', { class: 'month-words' });
  const element = h('section', { class: 'card puzzle-month', 'aria-labelledby': 'month-name' },
    h('div', { class: 'month-head' }, before, heading, after), h('table', { class: 'month', 'aria-labelledby': 'month-name' }, head, body), words);
  /** @type {Known} */
  let known = { today: '', shown: '', solved: new Map(), streak: 0 };
  let month = '';

  /** @param {'prev'|'next'} name @param {string} key */
  function arrow(name, key) {
    const by = name === 'prev' ? 'before' : 'after';
    return h('button', { class: 'month-arrow', type: 'button', 'aria-label': t(key), title: t(key), onclick: () => turnTo(monthsBeside(month, known.today)[by]) }, icon(name));
  }

  /** @param {string|null} to */
  function turnTo(to) {
    if (!to) return;
    month = to;
    draw();
  }

  function draw() {
    const { today } = known;
    const beside = monthsBeside(month, today);
    const first = `${month}-01`;
    replace(heading, h('time', { datetime: month }, written(first, { month: 'long', ...(first.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }) })));
    before.disabled = !beside.before;
    after.disabled = !beside.after;
    const inOrder = dayInTabOrder(month, known.shown, today);
    const weeks = weeksOf(month, today);
    replace(body, weeks.map((week) => h('tr', null, week.map((day) => h('td', null, day && dayButton(day, day === inOrder))))));
    // The first of June 2026 was a Monday.
    const weekdays = Array.from({ length: 7 }, (_, at) => `2026-06-0${at + 1}`);
    replace(head, h('tr', null, weekdays.map((day) => h('th', { scope: 'col', abbr: written(day, { weekday: 'long' }) }, written(day, { weekday: 'narrow' })))));
    replace(words, known.streak > 0 ? h('b', null, t('puzzle.streak', { count: known.streak })) : t('puzzle.legend_then'), ' ', t('puzzle.legend_later'));
  }

  /** @param {string} day @param {boolean} isInOrder whether Tab leads to it */
  function dayButton(day, isInOrder) {
    const numeral = number(Number(day.slice(8)));
    if (!isPlayable(day, known.today)) return h('span', { class: 'month-day to-come' }, numeral);
    const state = known.solved.get(day) ?? 'open';
    const classes = ['month-day', state, day === known.today && 'today', day === known.shown && 'shown'].filter(Boolean).join(' ');
    return h('button', {
      class: classes, type: 'button', 'data-day': day, tabindex: isInOrder ? 0 : -1, onclick: () => onChoose(day),
      'aria-current': day === known.today ? 'date' : null, 'aria-pressed': String(day === known.shown),
      'aria-label': t(`puzzle.day_${state}`, { date: written(day, { weekday: 'long', day: 'numeric', month: 'long' }) }),
    }, numeral);
  }

  /** @param {KeyboardEvent} event */
  function byKey(event) {
    const day = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const to = day && !event.altKey && !event.ctrlKey && !event.metaKey ? dayByKey(day, event.key, known.today) : null;
    if (!to) return;
    // The board takes arrow keys on the whole page, too.
    event.preventDefault();
    event.stopPropagation();
    if (monthOf(to) !== month) turnTo(monthOf(to));
    focusDay(to);
  }

  /** @param {string} day */
  function focusDay(day) {
    for (const one of body.querySelectorAll('button')) one.tabIndex = one.dataset['day'] === day ? 0 : -1;
    /** @type {HTMLElement|null} */ (body.querySelector(`[data-day="${day}"]`))?.focus();
  }

  return {
    element,
    /** @param {Known} next */
    update(next) {
      const focused = document.activeElement instanceof HTMLElement && body.contains(document.activeElement) ? document.activeElement.dataset['day'] : undefined;
      if (month === '' || next.shown !== known.shown) month = monthOf(next.shown || next.today);
      known = next;
      draw();
      if (focused) focusDay(focused);
    },
  };
}
