/** The results of finished games that this device remembers, for what it suggests next. */
import { keep, OF_GAMES, recall } from '../store.js';

/** @typedef {{id: string, level: string, won: boolean}} Finished `level` is empty for an opponent who is no computer */

const KEY = OF_GAMES.results;
const MOST = 50;

/** @returns {Finished[]} */
function results() {
  const found = recall(KEY);
  return Array.isArray(found) ? found.filter((each) => typeof each?.id === 'string' && typeof each.level === 'string' && typeof each.won === 'boolean') : [];
}

/** Remembers a game once. @param {import('../types').Game} game @param {import('../types').Side} you */
export function rememberResult({ id, opponent, result }, you) {
  const all = results();
  if (!result || result.winner === null || all.some((each) => each.id === id)) return;
  keep(KEY, [...all, { id, level: opponent.type === 'computer' ? opponent.level : '', won: result.winner === you }].slice(-MOST));
}

/** How many games against a level were won in a row up to this one. @param {string} id @param {string} level */
export function winsUpTo(id, level) {
  const all = results().filter((each) => each.level === level);
  const at = all.findIndex((each) => each.id === id);
  return at - all.slice(0, at + 1).findLastIndex((each) => !each.won);
}

/** Whether a game is the only one that this device remembers. @param {string} id */
export const isOnlyResult = (id) => results().every((each) => each.id === id);
