// A month of puzzles as weeks, which begin on Monday. Pure.

import { dayOf, FIRST_DAY, shifted } from './puzzle-model.js';

/** The month of a day: `2026-11`. @param {string} day */
export const monthOf = (day) => day.slice(0, 7);

/** @param {string} month @param {number} by */
export function otherMonth(month, by) {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return monthOf(dayOf(date));
}

/** Whether a day has a puzzle that can be played. @param {string} day @param {string} today */
export const isPlayable = (day, today) => day >= FIRST_DAY && day <= today;

/** The months before and after that have puzzles; null if there is none. @param {string} month @param {string} today */
export function monthsBeside(month, today) {
  return {
    before: month > monthOf(FIRST_DAY) ? otherMonth(month, -1) : null,
    after: month < monthOf(today) ? otherMonth(month, 1) : null,
  };
}

/**
 * The weeks of a month, without those wholly to come. Days of other months are null.
 * @param {string} month
 * @param {string} today
 * @returns {(string|null)[][]}
 */
export function weeksOf(month, today) {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  /** @type {(string|null)[][]} */
  const weeks = [];
  for (let monday = shifted(first, -weekday); monthOf(monday) <= month && (monday <= today || weeks.length === 0); monday = shifted(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => shifted(monday, at)).map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

/** How far a key moves, in days. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * The day that a key leads to, in the same month or another; null if the key means nothing here.
 * @param {string} day
 * @param {string} key
 * @param {string} today
 */
export function dayByKey(day, key, today) {
  const step = STEPS[key];
  if (step === undefined) return null;
  const to = shifted(day, step);
  return isPlayable(to, today) ? to : day;
}

/** The day of a month that Tab leads to: the shown one, else the newest. @param {string} month @param {string} shown @param {string} today */
export function dayInTabOrder(month, shown, today) {
  if (monthOf(shown) === month && isPlayable(shown, today)) return shown;
  const last = shifted(`${otherMonth(month, 1)}-01`, -1);
  return last > today ? today : last;
}
