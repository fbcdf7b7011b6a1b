// The text about a turn of a review, and the perfect line.

import { api } from '../api.js';
import { h, replace } from '../dom.js';
import { errorText, number, rich, sideName, t } from '../text.js';
import { notation, value } from './frame.js';
import { endOf, numberedLine } from './review-model.js';
import { outcomeOf } from './values.js';

/** @typedef {import('./review-model.js').Review} Review */
/** @typedef {import('./review-model.js').ReviewedTurn} ReviewedTurn */
/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */

/** Turns of a perfect line that are shown at first. */
const SHOWN = 5;

/** Exact lines never change, so each is asked for once. @type {Map<string, ValuedTurn[]>} */
const lines = new Map();

/**
 * @param {Review} review
 * @param {number} at
 * @param {boolean} graded
 * @param {AbortSignal} signal
 */
export function commentOn(review, at, graded, signal) {
  const turn = review.turns[at];
  if (!turn) return theEnd(review);
  const args = { number: number(turn.number), side: sideName(turn.side), turn: notation(turn.turn) };
  if (!graded) return h('h2', null, rich('study.said_plain', args));
  const points = t('common.points', { count: turn.lost });
  const heading = h('h2', null, turn.lost > 0 ? rich('study.said_lost', { ...args, points }) : rich('study.said_best', args));
  // Screen readers announce the verdict, not the line.
  const perfect = h('p', { class: 'study-line', 'aria-live': 'off' });
  showLine(perfect, review, turn, signal);
  return h('div', null, heading, verdict(turn), perfect);
}

/** @param {ReviewedTurn} turn */
function verdict(turn) {
  if (!turn.best) {
    if (turn.results === 1) return h('p', null, rich('study.only_result', { value: value(turn.margin_after) }));
    return h('p', null, rich('study.kept', { value: value(turn.margin_after), count: turn.results }));
  }
  const changed = turn.changes_result &&
    ['⇄ ', t(`study.changed_${outcomeOf(turn.margin_before)}_${outcomeOf(turn.margin_after)}`), ' '];
  return h('p', null, changed,
    rich('study.best_was', { turn: notation(turn.best.turn, 'best'), value: value(turn.margin_before), played: value(turn.margin_after) }));
}

/**
 * @param {HTMLElement} place
 * @param {Review} review
 * @param {ReviewedTurn} turn
 * @param {AbortSignal} signal
 */
async function showLine(place, review, turn, signal) {
  const from = turn.best ?? turn;
  if (from.over) return;
  const key = `${review.rules} ${from.after}`;
  try {
    const line = lines.get(key) ?? /** @type {ValuedTurn[]} */ ((await api.line(review.rules, from.after, signal)).turns);
    lines.set(key, line);
    if (!signal.aborted) replace(place, lineText(review, turn, line, from.after));
  } catch (error) {
    if (!signal.aborted) replace(place, errorText(error));
  }
}

/**
 * @param {Review} review
 * @param {ReviewedTurn} turn
 * @param {ValuedTurn[]} line
 * @param {string} from
 */
function lineText(review, turn, line, from) {
  const first = review.turns[0]?.side ?? 'black';
  const pieces = numberedLine(line, turn.number, turn.side, first).map(({ number: count, turn: text }) =>
    h('span', { class: 'study-line-turn' }, count !== null && h('span', { class: 'study-line-number' }, number(count)), notation(text)));
  const { black, red } = endOf(review.rules, line, from);
  const rest = h('span', { class: 'study-line-rest', hidden: true }, pieces.slice(SHOWN));
  const more = pieces.length > SHOWN && h('button', {
    class: 'study-more', type: 'button', 'aria-label': t('study.whole_line'),
    onclick: (/** @type {Event} */ event) => {
      rest.hidden = false;
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.remove();
    },
  }, '…');
  const shown = h('span', null, pieces.slice(0, SHOWN), rest, more);
  return rich('study.perfect_line', { line: shown, black: number(black), red: number(red) });
}

/** @param {Review} review */
function theEnd(review) {
  const { black, red } = review.score;
  const end = review.termination ?? 'unfinished';
  return h('div', null, h('h2', null, t('study.the_end', { black, red })), h('p', null, t(`study.end_${end}`)));
}
