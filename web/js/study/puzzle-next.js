// What comes after a puzzle: today's, then own mistakes, then the newest open day.

import { isSame } from './mistakes.js';
import { FIRST_DAY, fits, shifted } from './puzzle-model.js';

/** @typedef {import('./mistakes.js').Mistake} Mistake */
/** @typedef {import('./puzzle-model.js').Wish} Wish */
/** @typedef {{day: string, mistake: null}|{day: null, mistake: Pick<Mistake, 'rules'|'position'>}} Which a puzzle: of a day, or an own mistake */

/** How many days are looked at for one of the wanted difficulty: two weeks, in which every weekday comes twice. */
const MOST = 14;

/**
 * The puzzle before the archive, if one is open.
 * @param {object} known
 * @param {string} known.today
 * @param {Which} known.shown
 * @param {ReadonlyMap<string, unknown>} known.solved the solved days
 * @param {readonly Mistake[]} known.due
 * @returns {Which|null}
 */
export function nextOf({ today, shown, solved, due }) {
  if (!solved.has(today) && shown.day !== today) return { day: today, mistake: null };
  const mistake = due.find((each) => !shown.mistake || !isSame(each, shown.mistake));
  return mistake ? { day: null, mistake } : null;
}

/** The open days before today, the newest first. @param {{today: string, shown: Which, solved: ReadonlyMap<string, unknown>}} known */
export function openDays({ today, shown, solved }) {
  /** @type {string[]} */
  const days = [];
  for (let day = shifted(today, -1); day >= FIRST_DAY; day = shifted(day, -1)) {
    if (!solved.has(day) && day !== shown.day) days.push(day);
  }
  return days;
}

/**
 * The first day of the wanted difficulty, else the first of all.
 * @param {readonly string[]} days
 * @param {Wish} wish
 * @param {(day: string) => Promise<number|null>} levelOf
 */
export async function findDay(days, wish, levelOf) {
  if (wish !== 'any') {
    for (const day of days.slice(0, MOST)) {
      if (fits(wish, await levelOf(day))) return day;
    }
  }
  return days[0] ?? null;
}
