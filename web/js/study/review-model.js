// A review from the server, and what the page derives from it.

import { parse } from '../position.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../types').Grade} Grade */
/** @typedef {import('../types').ReviewedTurn} ReviewedTurn */
/** @typedef {import('../types').PlayedLike} PlayedLike */
/** @typedef {import('../types').Summary} Summary */
/** @typedef {import('../types').Review} Review */
/** @typedef {{number: number, black: number|null, red: number|null, first: Side}} NumberedLine indexes into the turns */

/** @type {Record<Grade, string>} */
export const SIGNS = { best: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The sign of a grade with ⇄ where the result changed. @param {ReviewedTurn} turn */
export const signsOf = (turn) => `${SIGNS[turn.grade]}${turn.changes_result ? ' ⇄' : ''}`;

/** Margins for Black: at the start, given away by each side, and at the end. @param {Review} review */
export function equationOf(review) {
  const start = review.start.margin_for_black;
  const { black: { lost: black }, red: { lost: red } } = review;
  return { start, black, red, end: review.end.margin_for_black, holds: start - black + red === review.end.margin_for_black };
}

/**
 * The position before turn `at`; after the last turn, the final position.
 * @param {Review} review
 * @param {number} at
 */
export function positionAt(review, at) {
  if (at >= review.turns.length) return parse(review.end.position);
  return parse(at <= 0 ? review.start.position : review.turns[at - 1]?.after ?? review.start.position);
}

/**
 * The number and the side of a turn, or of the one that could follow the last.
 * @param {Review} review
 * @param {number} at
 * @returns {{number: number, side: Side}}
 */
export function spotOf(review, at) {
  const turn = review.turns[at];
  if (turn) return turn;
  const last = review.turns.at(-1);
  const first = review.turns[0]?.side;
  const { side } = positionAt(review, at);
  return { number: (last?.number ?? 1) + (last && side === first ? 1 : 0), side };
}

/** Whether turns can be tried: instead of each turn, and after the last one of a game that was not played to its end. @param {Review} review @param {number} at */
export const canTry = (review, at) => at < review.turns.length || review.termination !== 'normal';

/** Lines with Black's turn first and Red's second, whoever started. @param {Pick<ReviewedTurn, 'number'|'side'>[]} turns */
export function linesOf(turns) {
  /** @type {NumberedLine[]} */
  const lines = [];
  turns.forEach((turn, at) => {
    let line = lines.at(-1);
    if (!line || line.number !== turn.number) {
      line = { number: turn.number, black: null, red: null, first: turn.side };
      lines.push(line);
    }
    line[turn.side] = at;
  });
  return lines;
}

/** Whether a turn is marked: a mistake, or any slip if all are wanted. @param {ReviewedTurn} turn @param {boolean} all */
export const isMarked = ({ grade, lost }, all) => lost > 0 && (all || grade !== 'inaccuracy');

/**
 * The next mistake in a direction, wrapping around. Null if there is no other.
 * @param {Review} review
 * @param {number} at
 * @param {1|-1} direction
 * @param {boolean} [all] any slip counts
 */
export function mistakeFrom(review, at, direction, all = true) {
  const mistakes = review.turns.flatMap((turn, i) => (isMarked(turn, all) && i !== at ? [i] : []));
  const found = direction > 0 ? mistakes.find((i) => i > at) ?? mistakes[0] : mistakes.findLast((i) => i < at) ?? mistakes.at(-1);
  return found ?? null;
}

/** The turn shown first: the one that decided the game, else the first. @param {Review} review */
export const beginning = (review) => review.turning_point ?? mistakeFrom(review, -1, 1, false) ?? mistakeFrom(review, -1, 1) ?? 0;

/**
 * The result for the headline, with the reader's own points first.
 * @param {Pick<Review, 'score'|'winner'>} review
 * @param {Side[]} you
 */
export function resultFor(review, you) {
  const { black, red } = review.score;
  const own = you.length === 1 ? you[0] : null;
  const points = own === 'red' ? { first: red, second: black } : { first: black, second: red };
  if (review.winner === null) return { key: 'unfinished', ...points };
  if (review.winner === 'draw') return { key: 'draw', ...points };
  if (own) return { key: review.winner === own ? 'you_win' : 'you_lose', ...points };
  // Without a side of the reader, the winner's points come first.
  return review.winner === 'red' ? { key: 'red_wins', first: red, second: black } : { key: 'black_wins', ...points };
}
