/**
 * The puzzles that this device remembers as solved. Each entry of `linja.puzzles` is `rules day on tries`: the rule set and the date of the
 * puzzle, the day on which it was solved, and the number of tries. Older entries are `rules day`, and count as solved on their day.
 */
import { recall } from '../store.js';
import { shifted } from '../study/puzzle-model.js';

const KEY = 'linja.puzzles';
/** As many days as the page shows. */
const SHOWN = 7;

/** @typedef {{count: number, isMostlyFirst: boolean, streak: number, week: {day: string, isSolved: boolean}[]}} PuzzleDays `isMostlyFirst`: most at the first try */

/**
 * Days in a row up to today, or up to yesterday while today is open; and the last seven days.
 * @param {Set<string>} days with a solved puzzle
 * @param {string} today
 */
export function streakOf(days, today) {
  let streak = 0;
  for (let day = days.has(today) ? today : shifted(today, -1); days.has(day); day = shifted(day, -1)) streak += 1;
  const week = Array.from({ length: SHOWN }, (_, at) => shifted(today, at + 1 - SHOWN)).map((day) => ({ day, isSolved: days.has(day) }));
  return { streak, week };
}

/** @param {string} today as `2026-11-18` @returns {PuzzleDays} */
export function puzzleDays(today) {
  const found = recall(KEY);
  const solved = (Array.isArray(found) ? found : []).filter((each) => typeof each === 'string').map((each) => {
    const [, day = '', on = day, tries = ''] = each.split(' ');
    return { day, on, tries: Number(tries) };
  });
  const first = solved.filter(({ tries }) => tries === 1).length;
  const onTime = new Set(solved.filter(({ day, on }) => day === on).map(({ day }) => day));
  return { count: solved.length, isMostlyFirst: first * 2 > solved.length, ...streakOf(onTime, today) };
}
