// What the page about the player tells of the puzzles that this device remembers as solved.
import { solvedPuzzles } from '../store.js';
import { streakOf } from '../study/puzzle-days.js';
import { shifted } from '../study/puzzle-model.js';

/** As many days as the page shows. */
const SHOWN = 7;

/** @typedef {{count: number, isMostlyFirst: boolean, streak: number, week: {day: string, isSolved: boolean}[]}} PuzzleDays `isMostlyFirst`: most at the first try */

/** @param {string} today as `2026-11-18` @returns {PuzzleDays} */
export function puzzleDays(today) {
  const solved = solvedPuzzles();
  const first = solved.filter(({ tries }) => tries === 1).length;
  const onTime = new Set(solved.filter(({ day, on }) => day === on).map(({ day }) => day));
  const week = Array.from({ length: SHOWN }, (_, at) => shifted(today, at + 1 - SHOWN)).map((day) => ({ day, isSolved: onTime.has(day) }));
  return { count: solved.length, isMostlyFirst: first * 2 > solved.length, streak: streakOf(solved, today), week };
}
