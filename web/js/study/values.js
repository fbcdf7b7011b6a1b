// Meaning of margins and layout of lists of turns. Pure, so that tests need no page.

import { actionsOf, countOn, earnedSteps, moves, parseAction } from '../position.js';

/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../position.js').Side} Side */
/** @typedef {'win'|'draw'|'loss'} Outcome */
/** @typedef {{turn: string, after: string, over: boolean, margin: number|null, estimate?: number}} ValuedTurn */
/** @typedef {{from: number, to: number, side: Side, kind: 'best'|'bonus', number?: number}} Arrow */
/**
 * @typedef {object} Line one line of the list of turns
 * @property {string} turn
 * @property {string} after
 * @property {boolean} over
 * @property {number} value the margin, or the estimate in points
 * @property {boolean} exact
 * @property {Outcome} outcome
 * @property {number[]} steps what each opening of the turn earns
 * @property {{from: number, size: number}} bar in percent of the width, from the left
 */

/** @type {Record<Outcome, string>} */
export const SYMBOLS = { win: '▲', draw: '=', loss: '▼' };

/** @param {number} margin @returns {Outcome} */
export const outcomeOf = (margin) => (margin > 0 ? 'win' : margin < 0 ? 'loss' : 'draw');

/**
 * The arrows of a turn: numbered actions, with another kind for a bonus.
 * @param {string} turn
 * @param {Side} side who plays it
 * @returns {Arrow[]}
 */
export function arrowsOf(turn, side) {
  return actionsOf(turn).map((action, at) => {
    const { from, to, kind: sort } = parseAction(action);
    const arrow = { from, to, side: moves(action, side) };
    return sort ? { ...arrow, kind: /** @type {const} */ ('bonus') } : { ...arrow, kind: /** @type {const} */ ('best'), number: at + 1 };
  });
}

/**
 * The steps that each opening of a turn earns: the pawns on the landing row, or in the goal what its rule grants.
 * @param {string} rules
 * @param {Position} position
 * @param {string} turn
 */
export function stepsOf(rules, position, turn) {
  /** @type {number[]} */
  const steps = [];
  let now = position;
  for (const part of turn.split('/')) {
    actionsOf(part).forEach((action, at) => {
      const { from, to } = parseAction(action);
      if (at === 0) steps.push(earnedSteps(rules, position.side, to, countOn(now, to)));
      const side = moves(action, position.side);
      const counts = now[side].map((n, row) => n + (row === to ? 1 : 0) - (row === from ? 1 : 0));
      now = { ...now, [side]: counts };
    });
  }
  return steps;
}

/**
 * Bars: to the right of a common zero for wins, to the left for losses.
 * @param {number[]} values
 */
export function barsOf(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  // A least scale, so that small differences do not look large.
  const span = Math.max(high - low, 8);
  const zero = low === 0 ? 0 : high === 0 ? 100 : (-low / (high - low)) * 100;
  const scale = (Math.min(1, (high - low) / span) * 100) / Math.max(high - low, 1);
  const bars = values.map((value) => {
    const size = Math.abs(value) * scale;
    return { from: value < 0 ? zero - size : zero, size };
  });
  return { zero, bars };
}

/**
 * The turns that go on from some actions, and how many of them win, draw and lose.
 * @param {ReturnType<typeof listModel>} model
 * @param {string} begun the notation of the actions; may be empty
 */
export function goingOn(model, begun) {
  if (!begun) return model;
  const lines = model.lines.filter((line) => line.turn === begun || line.turn.startsWith(`${begun} `));
  return { ...model, lines, counts: countOutcomes(lines), best: lines[0] ?? null };
}

/** @param {Line[]} lines */
function countOutcomes(lines) {
  const counts = { win: 0, draw: 0, loss: 0 };
  for (const line of lines) counts[line.outcome] += 1;
  return counts;
}

/**
 * The list of turns, best first, and how many win, draw and lose. Without a table most values are estimates.
 * @param {string} rules
 * @param {Position} position
 * @param {ValuedTurn[]} turns
 */
export function listModel(rules, position, turns) {
  const values = turns.map((turn) => turn.margin ?? turn.estimate ?? 0);
  const { zero, bars } = barsOf(values);
  /** @type {Line[]} */
  const lines = turns.map((turn, at) => ({
    turn: turn.turn,
    after: turn.after,
    over: turn.over,
    value: values[at] ?? 0,
    exact: turn.margin !== null,
    outcome: outcomeOf(values[at] ?? 0),
    steps: stepsOf(rules, position, turn.turn),
    bar: bars[at] ?? { from: zero, size: 0 },
  }));
  lines.sort((a, b) => b.value - a.value);
  const exact = lines.length > 0 && lines.every((line) => line.exact);
  return { lines, zero, exact, counts: countOutcomes(lines), best: lines[0] ?? null };
}
