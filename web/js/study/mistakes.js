// A player's own mistakes as puzzles, kept on this device: turns of finished games that lost 3 points or more, where at most
// two positions were as good as the best. A mistake that was solved twice, a week apart, is gone.

import { keep, OF_GAMES, recall } from '../store.js';
import { daysBetween, readDay } from './puzzle-model.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('../position.js').Side} Side */
/**
 * @typedef {object} Mistake
 * @property {string} rules
 * @property {string} position before the turn
 * @property {number} lost points
 * @property {number|null} right how many positions keep the margin; null until somebody has asked
 * @property {string[]} solved the days on which it was solved
 */

const KEY = OF_GAMES.mistakes;
/** The most mistakes that are kept; the oldest go first. */
const MOST = 200;
/** The fewest points of a mistake, the most right positions of a puzzle, and the days until it comes back. */
const LOST = 3;
const RIGHT = 2;
const WEEK = 7;

/** @param {Pick<Mistake, 'rules'|'position'>} a @param {Pick<Mistake, 'rules'|'position'>} b */
export const isSame = (a, b) => a.rules === b.rules && a.position === b.position;

/**
 * The mistakes of a side in a review.
 * @param {Review} review
 * @param {Side} side
 * @returns {Mistake[]}
 */
export function mistakesIn(review, side) {
  return review.turns.flatMap((turn, at) => (turn.side === side && turn.lost >= LOST
    ? [{ rules: review.rules, position: review.turns[at - 1]?.after ?? review.start.position, lost: turn.lost, right: null, solved: [] }]
    : []));
}

/** All mistakes and the new ones among others. @param {readonly Mistake[]} all @param {readonly Mistake[]} more */
export function joined(all, more) {
  const fresh = more.filter((one, at) => !all.some((each) => isSame(each, one)) && more.findIndex((each) => isSame(each, one)) === at);
  return [...all, ...fresh].slice(-MOST);
}

/** Whether a mistake waits to be solved: never solved, or once and a week ago. @param {Mistake} mistake @param {string} today */
export function isDue({ right, solved }, today) {
  if (right === null || right > RIGHT) return false;
  const [first] = solved;
  return first === undefined || (solved.length === 1 && daysBetween(first, today) >= WEEK);
}

/** A mistake that was solved on a day. Within a week the second time does not count. @param {Mistake} mistake @param {string} today @returns {Mistake} */
export const solvedOn = (mistake, today) => (mistake.solved.length === 0 || isDue(mistake, today) ? { ...mistake, solved: [...mistake.solved, today] } : mistake);

/** The storage may be damaged, or from another version. @param {any} each @returns {each is Mistake} */
const isMistake = (each) => typeof each?.rules === 'string' && typeof each.position === 'string' && /^[\da-c]{8}\/[\da-c]{8} [br]$/.test(each.position) && Number.isInteger(each.lost)
  && (each.right === null || Number.isInteger(each.right)) && Array.isArray(each.solved) && each.solved.every((/** @type {any} */ day) => typeof day === 'string' && readDay(day) !== null);

/** @returns {Mistake[]} */
export function mistakes() {
  const found = recall(KEY);
  return Array.isArray(found) ? found.filter(isMistake) : [];
}

/** Those to practise now, the newest first. @param {string} today */
export const dueMistakes = (today) => mistakes().filter((each) => isDue(each, today)).reverse();

/** The mistakes whose right positions nobody has counted yet. */
export const unknownMistakes = () => mistakes().filter(({ right }) => right === null);

/** Keeps the mistakes of a finished game. @param {Review} review @param {readonly Side[]} you the sides played on this device */
export function noteMistakes(review, you) {
  const [side] = you;
  // Of a game for two on one device nobody knows whose mistakes they are.
  if (!side || you.length !== 1) return;
  const found = mistakesIn(review, side);
  if (found.length > 0) keep(KEY, joined(mistakes(), found));
}

/** @param {Pick<Mistake, 'rules'|'position'>} which @param {(mistake: Mistake) => Mistake} change */
function changeMistake(which, change) {
  keep(KEY, mistakes().map((each) => (isSame(each, which) ? change(each) : each)));
}

/** @param {Pick<Mistake, 'rules'|'position'>} which @param {number} right */
export const countRight = (which, right) => changeMistake(which, (mistake) => ({ ...mistake, right }));

/** @param {Pick<Mistake, 'rules'|'position'>} which @param {string} today */
export const rememberSolved = (which, today) => changeMistake(which, (mistake) => solvedOn(mistake, today));
