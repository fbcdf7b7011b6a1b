// The tries and comments that this device keeps, by game: the newest games, within a limit of size.

import { keep, recall } from '../store.js';
import { readTries, writeTries } from './notes-text.js';
import { isEmpty } from './tries.js';

/** @typedef {import('./tries.js').Tries} Tries */
/** @typedef {{game: string, text: string}} Kept */

const KEY = 'linja.tries';
/** The most games, and the longest texts of a game and of all together, in characters. */
const MOST_GAMES = 100;
const LONGEST = 60_000;
const ALL = 400_000;

/** The storage may be damaged, or from another version. @returns {Kept[]} */
function kept() {
  const found = recall(KEY);
  if (!Array.isArray(found)) return [];
  return found.filter((each) => typeof each?.game === 'string' && typeof each.text === 'string' && each.text.length <= LONGEST);
}

/** @param {string} game @param {number} turns how many turns it has @returns {Tries} */
export const recallTries = (game, turns) => readTries(kept().find((each) => each.game === game)?.text ?? '', turns);

/** @param {string} game @param {Tries} tries */
export function keepTries(game, tries) {
  const others = kept().filter((each) => each.game !== game);
  const text = writeTries(tries);
  if (text.length > LONGEST) return;
  const all = isEmpty(tries) ? others : [...others, { game, text }];
  keep(KEY, within(all.slice(-MOST_GAMES)));
}

/** The newest games that fit. @param {Kept[]} all */
function within(all) {
  let room = ALL;
  const from = all.findLastIndex(({ text }) => (room -= text.length) < 0) + 1;
  return all.length === 0 ? null : all.slice(from);
}

/** A short name for a record without a game: equal turns have equal names. @param {string} text */
export function nameOf(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `record-${hash.toString(36)}`;
}
