/** What the page Me tells, from the kept numbers and the list of games. Pure. */
import { LEVELS } from '../home/start.js';
import { outcomeOf, seatOf } from './list.js';
import { LOOK_BACK } from './strength.js';

/** @typedef {import('./kept.js').Numbers} Numbers */
/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {{level: string, won: number, drawn: number, lost: number}} Tally */

/** So many games of a rule set are shown on their own, if there are two such rule sets. */
const ENOUGH_OF_A_KIND = 5;
/** So many games tell a level. */
export const ENOUGH_GAMES = 3;

/**
 * The rule sets to choose from, the last played first; none while all games are shown together.
 * @param {Numbers[]} games oldest first
 */
export function rulesApart(games) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { rules } of games) counts.set(rules, (counts.get(rules) ?? 0) + 1);
  const latest = [...new Set(games.toReversed().map(({ rules }) => rules))];
  const enough = latest.filter((rules) => (counts.get(rules) ?? 0) >= ENOUGH_OF_A_KIND);
  return enough.length > 1 ? enough : [];
}

/** The points given away in a turn with a choice; null without one. @param {Numbers[]} games */
export function givenAway(games) {
  const choices = games.reduce((sum, game) => sum + game.choices, 0);
  return choices === 0 ? null : games.reduce((sum, game) => sum + game.lost, 0) / choices;
}

/** What was given away in a turn, over the last ten games up to each game. @param {Numbers[]} games oldest first */
export const givenCourse = (games) => games.map((_, at) => givenAway(games.slice(Math.max(0, at + 1 - LOOK_BACK), at + 1)));

/** The month of a moment on this device: `2026-11`. @param {number} at */
export function monthOf(at) {
  const when = new Date(at);
  return `${when.getFullYear()}-${String(when.getMonth() + 1).padStart(2, '0')}`;
}

/** What was given away in the oldest month, if that is not the latest. @param {Numbers[]} games oldest first @returns {{at: number, points: number} | null} */
export function oldestMonth(games) {
  const [first, last] = [games[0], games.at(-1)];
  if (!first || !last || monthOf(first.at) === monthOf(last.at)) return null;
  const points = givenAway(games.filter((game) => monthOf(game.at) === monthOf(first.at)));
  return points === null ? null : { at: first.at, points };
}

/**
 * Won, drawn and lost games against each level of the computer.
 * @param {GameSummary[]} games
 * @param {{since: number, rules: string | null}} which ended after this moment, of this rule set
 * @returns {Tally[]} the weakest level first
 */
export function resultsByLevel(games, { since, rules }) {
  /** @type {Map<string, Tally>} */
  const found = new Map();
  for (const game of games) {
    const outcome = outcomeOf(game, '');
    if (game.opponent.type !== 'computer' || seatOf(game, '') === null || game.updated_at <= since || (rules !== null && game.rules !== rules)) continue;
    if (outcome !== 'won' && outcome !== 'drawn' && outcome !== 'lost') continue;
    const { level } = game.opponent;
    const tally = found.get(level) ?? { level, won: 0, drawn: 0, lost: 0 };
    tally[outcome] += 1;
    found.set(level, tally);
  }
  // A level that is not in the list plays at random.
  return [...found.values()].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}
