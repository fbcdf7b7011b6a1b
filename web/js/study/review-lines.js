// The lines below a turn of a review: the best one first, then those that were tried.

import { other, write } from '../position.js';
import { positionAfter } from './notes-text.js';
import { canTry, positionAt, spotOf } from './review-model.js';
import { rowsOf, spotAt } from './tries.js';

/** @typedef {import('./try-list.js').ListedLine} ListedLine */
/** @typedef {import('./tries.js').Row} Row */

/**
 * @param {object} what
 * @param {import('./review-model.js').Review} what.review
 * @param {number} what.at
 * @param {import('./tries.js').Tries} what.tries
 * @param {boolean} what.graded
 * @param {import('./answers.js').Answers} what.answers
 * @returns {ListedLine[]}
 */
export function listedLines({ review, at, tries, graded, answers }) {
  if (!canTry(review, at)) return [];
  const { side: mover, number } = spotOf(review, at);
  const played = review.turns[at];
  const from = write(positionAt(review, at));
  const first = review.turns[0]?.side ?? 'black';
  const best = graded ? played?.best?.turn : undefined;
  const rows = rowsOf(tries, at);
  const isOfBest = (/** @type {Row} */ row) => row.path[0] === best;
  /** A best line that nobody has tried is listed all the same. @type {Row[]} */
  const head = best === undefined ? [] : rows.some(isOfBest) ? rows.filter(isOfBest) : [{ path: [best], depth: 0, line: { turn: best, note: '', next: [] } }];
  const firstTried = spotAt(tries, at).next.find((line) => line.turn !== best);

  /** @param {Row} row @returns {ListedLine} */
  const listed = ({ path, depth, line }) => {
    const value = answers.values.get(positionAfter(from, path.slice(0, -1)))?.turns.get(line.turn);
    const answer = value?.over ? null : answers.values.get(positionAfter(from, path))?.best;
    const side = depth % 2 === 0 ? mover : other(mover);
    const isBest = depth === 0 && line.turn === best;
    const siblings = depth === 0 ? [] : rows.filter((row) => row.depth === depth && row.path.slice(0, -1).join() === path.slice(0, -1).join());
    return {
      path, depth, kind: isBest ? 'best' : 'tried', note: line.note, value: value ?? (isBest ? played?.best ?? undefined : undefined), side,
      // What was tried next is listed below; only the end of a line shows the perfect answer.
      answer: answer && line.next.length === 0 ? [answer.turn] : [],
      number: number + plies(mover, first, depth),
      canPromote: !isBest && (depth === 0 ? line !== firstTried : siblings[0]?.line !== line),
    };
  };
  return [...head, ...rows.filter((row) => !isOfBest(row))].map(listed);
}

/** How many pairs of turns later a turn is. @param {string} side who plays the first one @param {string} first @param {number} depth */
const plies = (side, first, depth) => Math.floor((depth + (side === first ? 0 : 1)) / 2);
