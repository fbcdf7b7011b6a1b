// The days of puzzles, in UTC as on the server.

/** The day of the first puzzle, as on the server. */
export const FIRST_DAY = '2026-11-01';

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

/**
 * The days that have a puzzle before and after a day; null if there is none.
 * @param {string} day
 * @param {string} today
 */
export function neighbours(day, today) {
  const after = shifted(day, 1);
  return {
    before: day > FIRST_DAY ? shifted(day, -1) : null,
    after: day >= today ? null : after < FIRST_DAY ? FIRST_DAY : after,
  };
}

/** @param {string} rules @param {string} day */
export const puzzleAddress = (rules, day) => `/puzzle/${rules}/${day}`;

/**
 * The points that an attempt gave away, and whether they changed the result.
 * @param {{solved: boolean, margin: number, turn: {margin: number|null}}} attempted
 */
export function verdictOf(attempted) {
  const got = attempted.turn.margin ?? 0;
  const lost = attempted.margin - got;
  const key = attempted.solved ? 'solved' : got > 0 ? 'wins_less' : got === 0 ? 'draws' : 'loses';
  return { key, lost, got };
}
