// The days of puzzles, in UTC as on the server, and what an attempt is worth.

import { site } from '../place.js';

const SERVERS_FIRST_DAY = '2026-11-01';

/** The day of the first puzzle; a copy as plain files has only some days. */
export const FIRST_DAY = site?.puzzles && site.server === null ? site.puzzles.first : SERVERS_FIRST_DAY;

/** @param {Date} now */
export const dayOf = (now) => now.toISOString().slice(0, 10);

/** @param {string|undefined} text a day such as `2026-11-15`, or null if it is none */
export function readDay(text) {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/u.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || dayOf(date) !== text ? null : text;
}

/** @param {string} day @param {number} by */
export function shifted(day, by) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return dayOf(date);
}

/** How many days lie between two days. @param {string} from @param {string} to */
export const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The address of a puzzle. @param {string} rules @param {string} what a day, or a position as in addresses */
export const puzzleAddress = (rules, what) => `/puzzle/${rules}/${what}`;

/** What a wrong attempt leads to. @param {number} margin for whoever tried @returns {'loses'|'draws'|'wins'} */
export const wrongKind = (margin) => (margin < 0 ? 'loses' : margin === 0 ? 'draws' : 'wins');

/** The dots of a difficulty: 10 for what no level finds. @param {number|null} level */
export const dotsOf = (level) => level ?? 10;

/** @typedef {'any'|'easy'|'medium'|'hard'} Wish */

/** Whether a difficulty is what somebody wants: easy up to level 6, hard from level 9 on. @param {Wish} wish @param {number|null} level */
export function fits(wish, level) {
  if (wish === 'any') return true;
  return wish === (dotsOf(level) <= 6 ? 'easy' : dotsOf(level) <= 8 ? 'medium' : 'hard');
}
