// A turn being built, action by action, over the tree that the server sent. The tree alone decides what is legal.
import { actionsOf, apply, change, forward, goalOf, homeOf, isFull, moves, parse, parseAction, score, write } from './position.js';

/** @typedef {import('./position.js').Side} Side */
/** @typedef {import('./position.js').Position} Position */
/** @typedef {'opening'|'follow_up'|'bonus'|'another_turn'|'done'} Phase */
/**
 * A node of the server's tree; fields that say nothing are missing.
 * @typedef {{phase: Phase, steps?: number, finish?: boolean, why?: string, passed?: boolean, margin?: number|null,
 *   finish_margin?: number|null, estimate?: number|null, next?: Branch[]}} Tree
 */
/** @typedef {Tree & {action: string}} Branch */
/**
 * Something that can be done now.
 * @typedef {{action: string, from: number, to: number, own: boolean, side: Side, phase: Phase, steps: number, node: Branch,
 *   exact: boolean, lost: number, again: boolean, change: number, margin: number|null, estimate: number|null}} Choice
 */
/** @typedef {{action: string, phase: Phase, node: Tree, position: Position}} Step what came before an action */
/**
 * @typedef {{tree: Tree, start: Position, rules: string, side: Side, past: readonly Step[], node: Tree, position: Position,
 *   phase: Phase, steps: number, choices: readonly Choice[], canFinish: boolean, why: string|null, passed: boolean,
 *   actions: readonly string[], notation: string, isPass: boolean, complete: boolean}} Turn
 */

/**
 * @param {Tree} tree
 * @param {Position|string} position
 * @param {string} rules
 * @returns {Turn}
 */
export function begin(tree, position, rules) {
  const start = typeof position === 'string' ? parse(position) : position;
  return build(tree, start, rules, [], tree, start);
}

/**
 * @param {Tree} tree
 * @param {Position} start
 * @param {string} rules
 * @param {readonly Step[]} past
 * @param {Tree} node
 * @param {Position} position
 * @returns {Turn}
 */
function build(tree, start, rules, past, node, position) {
  const side = start.side;
  const steps = node.steps ?? (node.phase === 'done' ? 0 : 1);
  const next = node.next ?? [];
  return Object.freeze({
    tree,
    start,
    rules,
    side,
    past,
    node,
    position,
    phase: node.phase,
    steps,
    choices: Object.freeze(next.map((branch) => choice(branch, node.phase, steps, side, rules))),
    canFinish: node.finish === true,
    why: node.why ?? null,
    passed: node.passed === true,
    actions: past.map((step) => step.action),
    notation: written(past),
    isPass: past.length === 0 && node.finish === true,
    complete: node.finish === true && next.length === 0,
  });
}

/**
 * @param {Branch} branch
 * @param {Phase} phase
 * @param {number} steps
 * @param {Side} side
 * @param {string} rules
 * @returns {Choice}
 */
function choice(branch, phase, steps, side, rules) {
  const action = parseAction(branch.action);
  const owner = moves(branch.action, side);
  const follows = phase === 'follow_up';
  return Object.freeze({
    action: branch.action,
    from: action.from,
    to: action.to,
    own: action.kind !== '~',
    side: owner,
    phase,
    steps,
    node: branch,
    exact: follows && (branch.phase === 'bonus' || branch.why === 'bonus_lost'),
    lost: follows ? steps - Math.abs(action.to - action.from) : 0,
    again: follows && branch.phase === 'another_turn',
    change: change(rules, owner, action),
    margin: branch.margin ?? null,
    estimate: branch.estimate ?? null,
  });
}

/** @param {readonly Step[]} past */
function written(past) {
  return past.map((step, i) => `${i === 0 ? '' : step.phase === 'another_turn' ? ' / ' : ' '}${step.action}`).join('') || 'pass';
}

/** @param {Turn} turn @param {string} action @returns {Choice|null} */
export const find = (turn, action) => turn.choices.find((one) => one.action === action) ?? null;

/**
 * The turn with one more action. An action that the tree does not hold changes nothing.
 * @param {Turn} turn
 * @param {string} action
 * @returns {Turn}
 */
export function play(turn, action) {
  const chosen = find(turn, action);
  if (!chosen) return turn;
  const step = Object.freeze({ action, phase: turn.phase, node: turn.node, position: turn.position });
  const position = apply(turn.position, action, turn.side);
  return build(turn.tree, turn.start, turn.rules, Object.freeze([...turn.past, step]), chosen.node, position);
}

/** Plays as many of these actions as the tree holds. @param {Turn} turn @param {readonly string[]} actions */
export function playAll(turn, actions) {
  return actions.reduce((now, action) => play(now, action), turn);
}

/** Takes one action back. @param {Turn} turn */
export const undo = (turn) => undoTo(turn, turn.past.length - 1);

/** Takes back until `count` actions are left. @param {Turn} turn @param {number} count @returns {Turn} */
export function undoTo(turn, count) {
  const step = turn.past[Math.max(0, count)];
  if (!step) return turn;
  return build(turn.tree, turn.start, turn.rules, turn.past.slice(0, Math.max(0, count)), step.node, step.position);
}

/**
 * Which pawns move when one turn is shown after another: the last actions of the first are taken back, then those of the
 * second are made.
 * @param {Turn|null} old
 * @param {Turn|null} turn
 * @returns {{moves: {side: Side, from: number, to: number}[], isUndo: boolean}|null} null for turns from different positions
 */
export function between(old, turn) {
  if (!old || !turn || write(old.start) !== write(turn.start)) return null;
  const different = old.actions.findIndex((action, i) => action !== turn.actions[i]);
  const shared = different < 0 ? old.actions.length : different;
  const move = (/** @type {string} */ action, /** @type {boolean} */ isBack) => {
    const { from, to } = parseAction(action);
    return { side: moves(action, turn.side), from: isBack ? to : from, to: isBack ? from : to };
  };
  const undone = old.actions.slice(shared).reverse().map((action) => move(action, true));
  return { moves: [...undone, ...turn.actions.slice(shared).map((action) => move(action, false))], isUndo: undone.length > 0 };
}

/**
 * The same turn over a tree with values, or over a newer copy of the same tree.
 * @param {Turn} turn
 * @param {Tree} tree
 */
export const overTree = (turn, tree) => playAll(begin(tree, turn.start, turn.rules), turn.actions);

/**
 * What would follow from a choice, for the words beside the board.
 * @param {Turn} turn
 * @param {Choice} chosen
 */
export function preview(turn, chosen) {
  const after = play(turn, chosen.action);
  return {
    after,
    phase: after.phase,
    steps: after.phase === 'follow_up' ? after.steps : 0,
    why: after.why,
    passed: after.passed,
    exact: chosen.exact,
    lost: chosen.lost,
    again: chosen.again,
    scoreBefore: score(turn.rules, turn.position),
    scoreAfter: score(turn.rules, after.position),
    followUps: after.phase === 'follow_up' ? after.choices : [],
  };
}

/**
 * Rows whose pawns would end on a full row, in the opening and the follow-up. The tree has no action for them; the counts
 * say why.
 * @param {Turn} turn
 * @returns {{from: number, to: number}[]}
 */
export function blocked(turn) {
  if (turn.phase !== 'opening' && turn.phase !== 'follow_up' && turn.phase !== 'another_turn') return [];
  const { side, position, steps } = turn;
  const found = [];
  for (let row = homeOf(side); row !== goalOf(side); row += forward(side)) {
    const to = row + forward(side) * steps;
    const isPlayable = turn.choices.some((one) => one.from === row);
    if ((position[side][row] ?? 0) > 0 && !isPlayable && isFull(position, to)) found.push({ from: row, to });
  }
  return found;
}

/**
 * The tree with the best estimate that each node can still reach, where the rule set is not solved.
 * @param {import('./types').Tree} tree
 * @param {import('./types').TurnView[]} turns
 * @returns {import('./types').Tree}
 */
export function estimated(tree, turns) {
  /** @type {Map<string, number>} */
  const best = new Map();
  for (const { turn, estimate } of turns) {
    const actions = actionsOf(turn);
    for (let length = 0; length <= actions.length && estimate !== undefined; length += 1) {
      const key = actions.slice(0, length).join(' ');
      best.set(key, Math.max(best.get(key) ?? -Infinity, estimate));
    }
  }
  /** @template {import('./types').Tree} T @param {T} node @param {string[]} path @returns {T} */
  const walk = (node, path) => ({
    ...node,
    ...(best.has(path.join(' ')) ? { estimate: best.get(path.join(' ')) } : {}),
    ...(node.next ? { next: node.next.map((branch) => walk(branch, [...path, branch.action])) } : {}),
  });
  return walk(tree, []);
}
