// Which puzzles of the day were solved on this device, and how many days in a row. Also for the page about oneself.

import { solvedPuzzles } from '../store.js';
import { shifted } from './puzzle-model.js';

/** @typedef {import('../store.js').SolvedPuzzle} SolvedPuzzle */
/** @typedef {'then'|'later'} Solved solved on its own day, or later */

/**
 * The solved days of a rule set.
 * @param {readonly SolvedPuzzle[]} all
 * @param {string} rules
 * @returns {Map<string, Solved>}
 */
export const marksOf = (all, rules) => new Map(all.filter((each) => each.rules === rules).map(({ day, on }) => [day, day === on ? 'then' : 'later']));

/**
 * How many days in a row, up to today or yesterday, the puzzle was solved on its day, in any rule set.
 * @param {readonly SolvedPuzzle[]} all
 * @param {string} today
 */
export function streakOf(all, today) {
  const days = new Set(all.filter(({ day, on }) => day === on).map(({ day }) => day));
  let day = days.has(today) ? today : shifted(today, -1);
  let count = 0;
  for (; days.has(day); day = shifted(day, -1)) count += 1;
  return count;
}

/** @param {string} today */
export const puzzleStreak = (today) => streakOf(solvedPuzzles(), today);

/** The solved days of a rule set on this device. @param {string} rules */
export const solvedDays = (rules) => marksOf(solvedPuzzles(), rules);
