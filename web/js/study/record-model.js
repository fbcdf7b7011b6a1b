// Reads a record that the server has accepted, to step through a game without grades.

import { applyTurn, parse, score, START, write } from '../position.js';
import { canonical } from '../rules.js';
import { recordItems } from './notes-text.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./review-model.js').Summary} Summary */

/** @type {Summary} */
const NOTHING = {
  turns: 0, choices: 0, lost: 0, accuracy: null, average_loss: null, result_changes: 0, best: 0, inaccuracies: 0, mistakes: 0, blunders: 0,
  played_like: null, likelihoods: [],
};
const ENDS = /** @type {const} */ (['normal', 'resignation', 'time', 'abandoned']);

/** The tags of a record by their names in lower case. @param {string} text */
export function tagsOf(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  for (const found of text.matchAll(/^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/gmu)) {
    tags[(found[1] ?? '').toLowerCase()] = (found[2] ?? '').replace(/\\(["\\])/gu, '$1');
  }
  return tags;
}

/**
 * A game without grades, in the form of a review.
 * @param {string} text a record, as the server writes it or has accepted it
 * @returns {Review}
 */
export function ungraded(text) {
  const tags = tagsOf(text);
  const rules = canonical(tags['rules'] ?? '') ?? 'bonus';
  const first = tags['first']?.toLowerCase() === 'red' ? 'red' : 'black';
  const start = tags['setup'] ? parse(tags['setup']) : { ...START, side: /** @type {Side} */ (first) };
  let position = start;
  const turns = recordItems(text).map(({ turn }, at) => {
    const side = position.side;
    position = applyTurn(position, turn);
    return {
      number: Math.floor(at / 2) + 1, side, turn, after: write(position), over: false, margin_before: 0, margin_after: 0, lost: 0,
      grade: /** @type {const} */ ('best'), changes_result: false, best: null, results: 0,
    };
  });
  const points = score(rules, position);
  const termination = ENDS.find((end) => end === tags['termination']?.toLowerCase()) ?? null;
  return {
    rules, score: points, termination, winner: termination && winnerOf(tags['winner'], points), exact: false,
    start: { position: write(start), margin_for_black: 0 }, end: { position: write(position), margin_for_black: 0 },
    turns, black: NOTHING, red: NOTHING, turning_point: null,
  };
}

/** @param {string|undefined} tag @param {{black: number, red: number}} points @returns {Side|'draw'} */
function winnerOf(tag, { black, red }) {
  const said = tag?.toLowerCase();
  if (said === 'black' || said === 'red' || said === 'draw') return said;
  return black > red ? 'black' : red > black ? 'red' : 'draw';
}

/**
 * The line of a record that the server complains about, for showing it.
 * @param {string} record
 * @param {import('../api.js').Message} [told] what the server says
 */
export function offendingLine(record, told) {
  const line = Number(told?.arguments['line'] ?? 0);
  const text = record.split(/\r\n|\r|\n/u)[line - 1];
  return line > 0 && text !== undefined ? { line, text: text.slice(0, 200) } : null;
}
