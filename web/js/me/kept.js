/** What this device keeps of one's own games: numbers from their reviews, and the latest list for times without a connection. */
import { keep, OF_GAMES, recall } from '../store.js';

/** @typedef {import('../types').GameSummary} GameSummary */

/**
 * @typedef {object} Numbers
 * @property {string} id
 * @property {number} at when the game ended, in ms
 * @property {string} rules
 * @property {number} choices turns with a choice
 * @property {number} lost points given away
 * @property {number | null} accuracy in percent
 * @property {number[]} likelihoods logarithms for the levels 1 to 10 and perfect
 */

const MOST_NUMBERS = 500;
const MOST_GAMES = 50;
const LEVELS = 11;

/** @param {any} found @returns {found is Numbers} */
const isNumbers = (found) => typeof found?.id === 'string' && typeof found.rules === 'string' && Number.isFinite(found.at)
  && Number.isFinite(found.choices) && Number.isFinite(found.lost) && (found.accuracy === null || Number.isFinite(found.accuracy))
  && Array.isArray(found.likelihoods) && found.likelihoods.length === LEVELS && found.likelihoods.every(Number.isFinite);

/** @returns {{since: number, games: Numbers[]}} */
function stored() {
  const found = recall(OF_GAMES.numbers);
  return { since: Number.isFinite(found?.since) ? found.since : 0, games: Array.isArray(found?.games) ? found.games.filter(isNumbers) : [] };
}

/** The numbers of all games that this device keeps, oldest first. @returns {Numbers[]} */
export const numbers = () => stored().games;

/** When the numbers were last forgotten, in ms; 0 if never. Games from before are not counted. */
export const countedSince = () => stored().since;

/**
 * Keeps the numbers of a reviewed game once.
 * @param {{id: string, rules: string, updated_at: number}} game
 * @param {import('../study/review-model.js').Summary} summary of one's own side
 */
export function rememberNumbers({ id, rules, updated_at: at }, { choices, lost, accuracy, likelihoods }) {
  const { since, games } = stored();
  if (at <= since || games.some((each) => each.id === id)) return;
  // More digits than a level needs.
  const short = likelihoods.map((each) => Number(each.toPrecision(5)));
  const all = [...games, { id, at, rules, choices, lost, accuracy, likelihoods: short }].sort((a, b) => a.at - b.at);
  keep(OF_GAMES.numbers, { since, games: all.slice(-MOST_NUMBERS) });
}

/** Begins afresh: games up to this moment are not counted again. @param {number} until in ms */
export const forgetNumbers = (until) => keep(OF_GAMES.numbers, { since: until, games: [] });

/** Whether a stored value is a game; the storage may be from another version. @param {any} found @returns {found is GameSummary} */
const isGame = (found) => typeof found?.id === 'string' && typeof found.rules === 'string' && typeof found.status === 'string'
  && typeof found.opponent?.type === 'string' && typeof found.players?.black?.type === 'string' && typeof found.players.red?.type === 'string'
  && Number.isInteger(found.match?.games) && Number.isInteger(found.score?.black) && Number.isInteger(found.score.red) && Array.isArray(found.you) && Number.isFinite(found.updated_at)
  && /^[\da-c]{8}\/[\da-c]{8} [br]$/.test(found.position) && (found.result === null || (typeof found.result?.termination === 'string' && Number.isInteger(found.result.score?.black)));

/** @returns {GameSummary[]} */
export function keptGames() {
  const found = recall(OF_GAMES.list);
  return Array.isArray(found) ? found.filter(isGame) : [];
}

/** @param {GameSummary[]} games */
export const keepGames = (games) => keep(OF_GAMES.list, games.slice(0, MOST_GAMES));
