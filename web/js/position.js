// Positions: counts of pawns by row, how positions and actions are written, and what pawns are worth. Nothing here decides
// legality: the server does.

import { ruleChoices } from './rules.js';

/** @typedef {'black'|'red'} Side */
/** @typedef {{black: number[], red: number[], side: Side}} Position */
/** @typedef {{black: number, red: number}} Score */
/** @typedef {{from: number, to: number, kind: ''|'+'|'~'}} Action */

const LETTERS = 'abcdefgh';
const DIGITS = '0123456789abc';

export const ROWS = 8;
/** The most pawns on an inner row, both colours together. */
export const ROOM = 6;

/** @type {Position} */
export const START = freeze({ black: [6, 1, 1, 1, 1, 1, 1, 0], red: [0, 1, 1, 1, 1, 1, 1, 6], side: 'black' });

/** @param {Position} position @returns {Position} */
function freeze(position) {
  Object.freeze(position.black);
  Object.freeze(position.red);
  return Object.freeze(position);
}

/** @param {number} row */
export const rowName = (row) => LETTERS[row] ?? '';

/** @param {string} letter the row's number, or -1 */
export const rowIndex = (letter) => (letter.length === 1 ? LETTERS.indexOf(letter.toLowerCase()) : -1);

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'black' ? 'red' : 'black');

/** Which way a side moves over the row numbers. @param {Side} side */
export const forward = (side) => (side === 'black' ? 1 : -1);

/** @param {Side} side */
export const homeOf = (side) => (side === 'black' ? 0 : 7);

/** @param {Side} side */
export const goalOf = (side) => homeOf(other(side));

/** @param {number} row */
export const isInner = (row) => row > 0 && row < 7;

/**
 * Reads `12310014/40120050 b` or its form in addresses, `12310014-40120050-b`.
 * @param {string} text
 * @returns {Position}
 */
export function parse(text) {
  const found = /^\s*([0-9a-c]{8})\s*[/-]\s*([0-9a-c]{8})\s*[\s-]\s*([br])\s*$/i.exec(text);
  if (!found) throw new Error(`not a position: ${text}`);
  const counts = (/** @type {string|undefined} */ part) => [...(part ?? '').toLowerCase()].map((c) => DIGITS.indexOf(c));
  return { black: counts(found[1]), red: counts(found[2]), side: found[3]?.toLowerCase() === 'b' ? 'black' : 'red' };
}

/** @param {Position} position @param {string} between @param {string} before */
function join(position, between, before) {
  const digits = (/** @type {number[]} */ counts) => counts.map((n) => DIGITS[n] ?? '?').join('');
  return `${digits(position.black)}${between}${digits(position.red)}${before}${position.side === 'black' ? 'b' : 'r'}`;
}

/** @param {Position} position */
export const write = (position) => join(position, '/', ' ');

/** The form used in addresses. @param {Position} position */
export const writeAddress = (position) => join(position, '-', '-');

/** @param {string} text `ab`, `+gf` or `~dc` @returns {Action} */
export function parseAction(text) {
  const kind = text[0] === '+' || text[0] === '~' ? text[0] : '';
  const letters = kind ? text.slice(1) : text;
  const from = rowIndex(letters[0] ?? '');
  const to = rowIndex(letters[1] ?? '');
  if (letters.length !== 2 || from < 0 || to < 0) throw new Error(`not an action: ${text}`);
  return { from, to, kind };
}

/** The actions of a written turn; none for a pass. @param {string} turn */
export function actionsOf(turn) {
  const words = turn.trim().toLowerCase().split(/[\s/]+/u);
  return words.filter((word) => word !== '' && word !== 'pass');
}

/** Whose pawn an action moves. @param {string} action @param {Side} side the side whose turn it is */
export const moves = (action, side) => (action[0] === '~' ? other(side) : side);

/**
 * The position after one action; only the counts change.
 * @param {Position} position
 * @param {string} action
 * @param {Side} [side] the side whose turn it is
 * @returns {Position}
 */
export function apply(position, action, side = position.side) {
  const { from, to } = parseAction(action);
  const moved = moves(action, side);
  const counts = [...position[moved]];
  counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
  return { ...position, [moved]: counts };
}

/**
 * The position after a whole written turn, with the other side to move.
 * @param {Position} position
 * @param {string} turn
 * @returns {Position}
 */
export function applyTurn(position, turn) {
  const after = actionsOf(turn).reduce((now, action) => apply(now, action, position.side), position);
  return { ...after, side: other(position.side) };
}

/** Pawns of both colours on a row. @param {Position} position @param {number} row */
export const countOn = (position, row) => (position.black[row] ?? 0) + (position.red[row] ?? 0);

/**
 * The steps of the follow-up that an opening earns.
 * @param {string} rules
 * @param {Side} side
 * @param {number} to the row of its landing
 * @param {number} count the pawns of both colours that were there before
 */
export function earnedSteps(rules, side, to, count) {
  if (to !== goalOf(side)) return count;
  const { goal } = ruleChoices(rules);
  if (goal === 'count') return count + 1;
  return goal === 'one' ? 1 : 0;
}

/** Whether no inner row holds both colours. @param {Position} position */
const isApart = ({ black, red }) => black.every((pawns, row) => !isInner(row) || pawns === 0 || red[row] === 0);

/** Whether the end condition of the rules holds: the colours have passed each other, or no inner row is shared. @param {string} rules @param {Position} position */
export function hasEnded(rules, position) {
  return ruleChoices(rules).over === 'apart' ? isApart(position) : rearmost(position, 'black') > rearmost(position, 'red');
}

/** Whether a row is full: no action may end there. @param {Position} position @param {number} row */
export const isFull = (position, row) => isInner(row) && countOn(position, row) >= ROOM;

const FAR_HALF = [5, 3, 2, 1];

/**
 * What a pawn of `side` is worth on a row.
 * @param {string} rules
 * @param {Side} side
 * @param {number} row
 */
export function worth(rules, side, row) {
  const fromGoal = Math.abs(goalOf(side) - row);
  if (fromGoal < 4) return FAR_HALF[fromGoal] ?? 0;
  const { left } = ruleChoices(rules);
  if (left === 'mirror') return -(FAR_HALF[7 - fromGoal] ?? 0);
  return left === 'one' ? -1 : 0;
}

/** @param {string} rules @param {Position} position @returns {Score} */
export function score(rules, position) {
  const sum = (/** @type {Side} */ side) =>
    position[side].reduce((points, pawns, row) => points + pawns * worth(rules, side, row), 0);
  return { black: sum('black'), red: sum('red') };
}

/** What an action changes for the owner of the pawn. @param {string} rules @param {Side} owner @param {Action} action */
export const change = (rules, owner, action) => worth(rules, owner, action.to) - worth(rules, owner, action.from);

/** The row of the pawn that has the farthest to go, or -1 without pawns. @param {Position} position @param {Side} side */
export function rearmost(position, side) {
  return side === 'black' ? position.black.findIndex((n) => n > 0) : position.red.findLastIndex((n) => n > 0);
}
