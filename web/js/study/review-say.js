// The sentences about a turn of a review, about a try, and while a turn is being played.

import { h, icon } from '../dom.js';
import { ways } from '../game/ways.js';
import { other } from '../position.js';
import { number, rich, sideName, t } from '../text.js';
import { notation, value } from './frame.js';
import { canTry, SIGNS } from './review-model.js';
import { outcomeOf } from './values.js';
import { capital, verdictText } from './verdict-words.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./review-model.js').ReviewedTurn} ReviewedTurn */
/** @typedef {import('./answers.js').Values} Values */
/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/** @typedef {import('../position.js').Side} Side */

/**
 * About a turn of the game.
 * @param {Review} review
 * @param {number} at
 * @param {{graded: boolean, viewer: Side|null, values: Values|undefined}} known
 */
export function aboutTurn(review, at, { graded, viewer, values }) {
  const turn = review.turns[at];
  if (!turn) return theEnd(review);
  const hint = h('p', null, t('study.try_else'));
  const args = { number: number(turn.number), side: sideName(turn.side), turn: notation(turn.turn) };
  if (!graded) return [h('h2', null, rich('study.said_plain', args)), hint];
  const heading = turn.lost > 0
    ? h('h2', null, turn.grade !== 'inaccuracy' && h('span', { class: `study-sign ${turn.grade}`, 'aria-hidden': 'true' }, SIGNS[turn.grade]),
        t('study.gave_away', { number: args.number, points: t('common.points', { count: turn.lost }) }))
    : h('h2', null, t('study.gave_nothing', { number: args.number }));
  return [heading, turn.lost > 0 ? aboutLoss(turn, viewer, values) : h('p', null, kept(turn)), hint];
}

/** @param {ReviewedTurn} turn */
function kept({ results, margin_after: margin }) {
  if (results === 1) return rich('study.only_result', { value: value(margin) });
  return rich('study.kept', { value: value(margin), count: results });
}

/** @param {ReviewedTurn} turn @param {Side|null} viewer @param {Values|undefined} values */
function aboutLoss(turn, viewer, values) {
  const { margin_before: before, margin_after: after } = turn;
  const went = `${outcomeOf(before)}_${outcomeOf(after)}`;
  const was = t(viewer === turn.side ? `study.was_you_${went}` : `study.was_side_${went}`, { side: sideName(turn.side), before: Math.abs(before), after: Math.abs(after) });
  return h('p', null, was, ' ', turn.best && rich('study.best_is', { turn: ways(turn.best.turn) }), ' ', withLess(turn, values));
}

/** Whether the same turn without its bonus would have done better. @param {ReviewedTurn} turn @param {Values|undefined} values */
function withLess(turn, values) {
  const less = /^(.*) [+~]..$/u.exec(turn.turn)?.[1];
  const margin = less ? values?.turns.get(less)?.margin : null;
  if (margin === null || margin === undefined || margin <= turn.margin_after) return null;
  return t(`study.without_bonus_${outcomeOf(margin)}`, { count: Math.abs(margin) });
}

/**
 * About a line that was tried.
 * @param {object} line
 * @param {ReviewedTurn|undefined} line.played what was played instead
 * @param {number} line.depth how many turns the line has
 * @param {ValuedTurn|undefined} line.value of its last turn
 * @param {Side} line.side who played its last turn
 * @param {ValuedTurn|null} line.best the best answer
 * @param {Side|null} line.viewer
 * @param {boolean} line.graded
 */
export function aboutLine({ played, depth, value: tried, side, best, viewer, graded }) {
  if (!tried) return h('p', { class: 'study-soon-said' }, t('study.loading'));
  const next = other(side);
  const answer = best && !tried.over && (viewer === next
    ? rich('study.answer_you', { turn: ways(best.turn) })
    : rich('study.answer_side', { side: sideName(next), turn: ways(best.turn) }));
  const hint = tried.over ? t('study.line_over') : t(`study.answer_else_${next}`);
  if (tried.margin === null) {
    return [h('h2', null, t('study.try_about', { points: number(Math.round(tried.estimate ?? 0), { signDisplay: 'exceptZero' }), side: sideName(side) })), h('p', null, hint)];
  }
  const heading = depth === 1 ? tryHeading(tried.margin, side, viewer) : capital(verdictText(tried.margin, side, viewer));
  const compared = depth === 1 && graded && played ? compare(tried.margin, played, viewer) : '';
  return [h('h2', null, heading), h('p', null, compared, compared && ' ', answer), h('p', null, hint)];
}

/** @param {number} margin @param {Side} side @param {Side|null} viewer */
function tryHeading(margin, side, viewer) {
  const outcome = outcomeOf(margin);
  return t(viewer === side ? `study.try_${outcome}` : `study.try_side_${outcome}`, { count: Math.abs(margin), side: sideName(side) });
}

/** A try against the best turn and the played one. @param {number} margin @param {ReviewedTurn} played @param {Side|null} viewer */
function compare(margin, { margin_before: best, margin_after: after, side }, viewer) {
  const against = margin > after ? 'more' : margin < after ? 'less' : 'same';
  const key = `${margin >= best ? 'best' : 'less'}_${against}`;
  return t(viewer === side ? `study.than_you_${key}` : `study.than_played_${key}`, { best: best - margin, played: Math.abs(margin - after) });
}

/**
 * While a turn is being played: what is next, and buttons.
 * @param {import('../turn.js').Turn} turn
 * @param {{undo: () => void, finish: () => void}} actions
 */
export function aboutDoing(turn, { undo, finish }) {
  return h('div', { class: 'study-doing' },
    h('h2', null, t(`study.phase_${turn.phase === 'done' ? 'opening' : turn.phase}`, { count: turn.steps })),
    h('span', { class: 'study-doing-turn' }, notation(turn.notation)),
    h('div', { class: 'study-buttons' },
      h('button', { class: 'button', type: 'button', onclick: undo }, icon('undo'), t('study.undo')),
      turn.canFinish && h('button', { class: 'button ink', type: 'button', onclick: finish }, icon('finish'), t('study.finish_turn'))));
}

/** @param {Review} review */
function theEnd(review) {
  const { black, red } = review.score;
  const end = review.termination ?? 'unfinished';
  return [h('h2', null, t('study.the_end', { black, red })), h('p', null, t(`study.end_${end}`)), canTry(review, review.turns.length) && h('p', null, t('study.go_on'))];
}
