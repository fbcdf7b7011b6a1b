/** What a turn did, action by action and with the reason: for the list in a player's card and for screen readers. Pure. */
import { actionsOf, apply, countOn, earnedSteps, forward, goalOf, hasEnded, other, parse, parseAction, rowName } from '../position.js';
import { ruleChoices } from '../rules.js';
import { sideName, t } from '../text.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/**
 * A line about a turn.
 * @typedef {object} Line
 * @property {string} action empty for something that was not done
 * @property {string} badge the number of the action, or a star for a bonus
 * @property {string} text the reason
 * @property {string} short the reason for narrow windows
 */

/**
 * The lines about a turn.
 * @param {string} rules
 * @param {string} before the position before it
 * @param {string} turn
 * @param {Side[]} you the sides played on this device
 * @returns {Line[]}
 */
export function toldTurn(rules, before, turn, you) {
  const start = parse(before);
  const steps = stepsOf(turn);
  if (steps.length === 0) return [{ action: '', badge: '', text: t('game.told_pass'), short: t('game.told_pass_short') }];
  /** @type {Line[]} */
  const lines = [];
  let position = start;
  let earned = 0;
  for (const [i, step] of steps.entries()) {
    const before = position;
    position = apply(position, step.action, start.side);
    if (step.kind === 'opening') earned = earnedBy(rules, before, step.action, start.side);
    const next = steps[i + 1];
    lines.push({ action: step.action, badge: step.badge, ...reason(rules, start.side, step, earned, next, you) });
    const isLast = !next || next.kind === 'opening';
    if (isLast && !isEnded(rules, position)) lines.push(...missed(rules, start.side, step, earned));
  }
  return lines;
}

/** @typedef {{action: string, kind: 'opening' | 'follow_up' | 'bonus', badge: string}} Step */

/** The actions of a turn with their kinds; a slash begins another turn. @param {string} turn @returns {Step[]} */
function stepsOf(turn) {
  let number = 0;
  return turn.split('/').flatMap((part) => {
    let isFirst = true;
    return actionsOf(part).map((action) => {
      if (action.startsWith('+') || action.startsWith('~')) return /** @type {Step} */ ({ action, kind: 'bonus', badge: '★' });
      const kind = isFirst ? 'opening' : 'follow_up';
      isFirst = false;
      number += 1;
      return /** @type {Step} */ ({ action, kind, badge: String(number) });
    });
  });
}

/** @param {string} rules @param {Position} before @param {string} action @param {Side} side */
function earnedBy(rules, before, action, side) {
  const { to } = parseAction(action);
  return earnedSteps(rules, side, to, countOn(before, to));
}

/**
 * @param {string} rules
 * @param {Side} side
 * @param {Step} step
 * @param {number} earned
 * @param {Step | undefined} next
 * @param {Side[]} you
 */
function reason(rules, side, step, earned, next, you) {
  if (step.kind === 'bonus') return { text: bonusText(step.action, side, you), short: '' };
  if (step.kind === 'opening') {
    const text = earned === 0 ? t('game.told_no_steps') : t('game.told_earned', { count: earned });
    return { text, short: t('common.steps', { count: earned }) };
  }
  const { from, to } = parseAction(step.action);
  const lost = earned - Math.abs(to - from);
  if (isExact(rules, side, step.action, earned)) return { text: t('game.told_exact'), short: t('game.told_exact_short') };
  if (lost > 0) return same(t('game.told_lost', { count: lost }));
  if (next?.kind === 'opening') return same(t('game.told_again'));
  return to === goalOf(side) ? same(t('game.told_goal')) : { text: t('game.told_rows', { count: earned }), short: '' };
}

/** What an action earned and nobody used. @param {string} rules @param {Side} side @param {Step} step @param {number} earned @returns {Line[]} */
function missed(rules, side, step, earned) {
  const line = (/** @type {string} */ text) => [{ action: '', badge: '', ...same(text) }];
  if (step.kind === 'opening' && earned > 0) {
    return line(t(ruleChoices(rules).follow === 'may' ? 'game.told_unused' : 'game.told_lost', { count: earned }));
  }
  return step.kind === 'follow_up' && isExact(rules, side, step.action, earned) ? line(t('game.told_no_bonus')) : [];
}

/** @param {string} text */
const same = (text) => ({ text, short: text });

/** Whether a follow-up earned a bonus. @param {string} rules @param {Side} side @param {string} action @param {number} earned */
function isExact(rules, side, action, earned) {
  const { from, to } = parseAction(action);
  return ruleChoices(rules).bonus !== 'none' && to === goalOf(side) && (to - from) * forward(side) === earned;
}

/** @param {string} action @param {Side} side @param {Side[]} you */
function bonusText(action, side, you) {
  if (action.startsWith('+')) return t('game.told_bonus');
  const owner = other(side);
  return you.length === 1 && you[0] === owner ? t('game.told_bonus_yours') : t('game.told_bonus_other', { side: sideName(owner) });
}

/** Whether the game is over in the middle of a turn. @param {string} rules @param {Position} position */
const isEnded = (rules, position) => ruleChoices(rules).end === 'now' && hasEnded(rules, position);

/** A turn as screen readers hear it: "h to g earned 2 steps, f to a exactly into the goal, e to d bonus". @param {Parameters<typeof toldTurn>} args */
export const turnText = (...args) => toldTurn(...args).map(({ action, text }) => (action ? `${spokenAction(action)} ${text}`.trim() : text)).join(', ');

/** One action as screen readers hear it. @param {string} action */
export function spokenAction(action) {
  const { from, to } = parseAction(action);
  return t('game.say_action', { from: rowName(from), to: rowName(to) });
}
