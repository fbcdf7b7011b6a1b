// Who wins with perfect play, compared with the rule sets that are known, and the button that makes the table.

import { h, icon, replace } from '../dom.js';
import { POSITIONS } from '../home/solving.js';
import { ownRules, rulesName } from '../house.js';
import { whyNot } from '../needs.js';
import { offline } from '../network.js';
import { EDITIONS, isPublished, PUBLISHED } from '../rules.js';
import { stick } from '../stick.js';
import { errorText, has, number, sentence, signed, t } from '../text.js';
import { secondsLeft } from './table.js';

/** @typedef {import('./table.js').Known} Known */

/** The most columns that have room for words. */
const WORDED = 3;
/** The published rule sets in the order of the boxes. */
const AXIS = EDITIONS.flatMap((edition) => PUBLISHED.filter((id) => id.replace('-spicy', '') === edition));
/** The most named rule sets of this device on the axis. */
const OWN = 3;

/** @param {number} value the margin of the side that begins */
const outcome = (value) => (value > 0 ? 'first' : value < 0 ? 'second' : 'fair');

const SYMBOLS = { first: '▲', second: '▼', fair: '=' };

/** "The first player wins by 2" @param {number} value */
export const headlineOf = (value) => (value === 0 ? t('house.fair') : t(`house.${outcome(value)}_wins`, { count: Math.abs(value) }));

/** @param {{solve: () => void, here: HTMLElement}} actions `here`: the button that offers to solve in this browser */
export function verdictCard({ solve, here }) {
  const tile = h('span', { class: 'house-tile', 'aria-hidden': 'true' });
  const headline = h('h2', { id: 'house-verdict', tabindex: -1 });
  const line = h('p', { class: 'house-line' });
  const axis = h('div', { class: 'house-axis' });
  const button = h('button', { class: 'button small', type: 'button', onclick: solve }, t('house.solve'));
  const state = h('p', { class: 'house-state', 'aria-live': 'polite' });
  const solving = h('div', { class: 'house-solve' }, state, button, here);
  const shortTile = h('span', { class: 'house-tile', 'aria-hidden': 'true' });
  const shortWords = h('b', null);
  const shortLine = h('span', null);
  const short = h('button', { class: 'house-short', type: 'button', onclick: () => {
    element.scrollIntoView({ block: 'start', behavior: 'smooth' });
    headline.focus({ preventScroll: true });
  } }, shortTile, h('span', null, shortWords, shortLine));
  const element = h('section', { class: 'card house-verdict', 'aria-labelledby': 'house-verdict' },
    h('div', { class: 'house-verdict-head' }, tile, h('div', null, headline, line)), axis, solving);
  let drawn = '';

  return {
    element,
    /** For the bar of a phone. */
    short,
    /** @param {Known} known */
    set(known) {
      const value = known.details?.verdict?.value ?? known.verdicts[known.id];
      const table = known.details?.table;
      const isSolving = table?.status === 'solving';
      const look = value === undefined ? 'unknown' : outcome(value);
      for (const each of [tile, shortTile]) {
        each.className = `house-tile ${look}`;
        each.textContent = look === 'unknown' ? '≈' : SYMBOLS[look];
      }
      headline.textContent = value !== undefined ? headlineOf(value) : t(isSolving ? 'house.solving_title' : 'house.unknown_verdict');
      line.textContent = lineOf(known, value);
      shortWords.textContent = value === undefined ? headline.textContent : value === 0 ? t('house.fair') : t(`house.${outcome(value)}_short`, { count: Math.abs(value) });
      shortLine.textContent = value === undefined ? '' : t(value === 0 ? 'house.fair_short' : 'house.perfect_play');
      const now = JSON.stringify([known.id, known.verdicts, value, table]);
      if (now !== drawn) replace(axis, axisOf(known, value));
      drawn = now;
      const told = stateOf(known);
      if (state.textContent !== told) replace(state, table?.status === 'solved' && icon('check'), told);
      button.hidden = offline.get() || table === undefined || table.status !== 'missing' || table.reason !== undefined;
      button.disabled = known.isAsking;
    },
  };
}

/** @param {Known} known @param {number | undefined} value */
function lineOf({ details }, value) {
  if (value === undefined) {
    if (details?.table.reason) return '';
    return t(details?.table.status === 'solving' ? 'house.play_already' : 'house.unknown_line');
  }
  const errs = t(value === 0 ? 'house.fair_line' : 'house.wins_line');
  const verdict = details?.verdict;
  return verdict ? `${errs} ${t('house.keep_it', { count: verdict.best_turns, turns: verdict.turns })}` : errs;
}

/** The state of the table, in a sentence. @param {Known} known */
function stateOf({ id, details, refusal, isAsking }) {
  if (refusal) return refusalText(refusal);
  if (isAsking) return t('house.asking');
  if (offline.get()) return sentence(whyNot());
  const table = details?.table;
  if (!table) return '';
  if (table.status === 'solved') return t('house.solved');
  if (table.status === 'waiting') return t('house.waiting');
  if (table.status === 'missing') return table.reason ? reasonText(table.reason) : t(isPublished(id) ? 'house.missing' : 'house.missing_house');
  const millions = { done: number(Math.round(((table.progress ?? 0) * POSITIONS) / 1e6)), all: number(Math.round(POSITIONS / 1e6)) };
  const left = secondsLeft(table);
  return `${t('house.solving', millions)} ${left === null ? '' : `${t('house.seconds_left', { count: left })} `}${t('house.play_already')}`;
}

/** Why there is no table, with the words of the page about solving. @param {string} reason */
function reasonText(reason) {
  // keys: home.oracle_reason_*
  const key = `home.oracle_reason_${reason}`;
  return has(key) ? t(key) : t('home.oracle_reason_switched_off');
}

/** @param {import('../api.js').ApiError} refusal */
function refusalText(refusal) {
  if (refusal.status === 429) return t('house.too_many', { count: Math.max(1, Math.ceil((refusal.retryAfter ?? 60) / 60)) });
  return errorText(refusal);
}

/** Dots on a common axis: these rules, the published ones, the named ones of this device, and all together. @param {Known} known @param {number | undefined} value */
function axisOf({ id, verdicts, details }, value) {
  const own = ownRules().map((each) => each.id).slice(0, OWN);
  const others = [...AXIS, ...own].filter((each) => each !== id && verdicts[each] !== undefined);
  const all = Object.values(verdicts);
  const values = [...(value === undefined ? [] : [value]), ...all];
  const low = Math.min(0, ...values);
  const high = Math.max(low + 2, ...values);
  const columns = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  const place = (/** @type {number} */ at) => `${(100 * (at - low + 0.5)) / columns.length}%`;
  const table = details?.table;
  const percent = table?.status === 'solving' ? Math.floor(100 * (table.progress ?? 0)) : null;

  /** @param {number} at @param {string} look */
  const dot = (at, look) => placed(h('span', { class: `house-spot ${look}`, 'aria-hidden': 'true' }), place(at));
  /** @param {string} name @param {import('../dom.js').Child} marks @param {string} told @param {string} [look] */
  const row = (name, marks, told, look = '') => h('li', { class: `house-axis-row ${look}`.trim() }, h('span', { class: 'house-axis-name' }, name),
    h('span', { class: 'house-track' }, columns.map((at) => placed(h('i', { 'aria-hidden': 'true' }), place(at))), marks), h('span', { class: 'unseen' }, told));

  const progress = percent !== null && h('span', {
    class: 'house-stick', role: 'progressbar', 'aria-label': t('house.solving_title'), 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent,
  }, stick(percent));
  const these = value === undefined ? t('house.unknown_verdict') : headlineOf(value);
  const counts = columns.map((at) => ({ at, count: all.filter((each) => each === at).length })).filter(({ count }) => count > 0);
  const most = Math.max(...counts.map(({ count }) => count));
  const bubbles = counts.map(({ at, count }) => {
    const bubble = dot(at, 'many');
    bubble.style.setProperty('--size', String(Math.sqrt(count / most)));
    bubble.title = t('house.axis_many', { count, outcome: headlineOf(at) });
    return bubble;
  });
  return [
    h('div', { class: 'house-axis-head', 'aria-hidden': 'true' }, h('span', { class: 'house-axis-name' }, t('house.axis')),
      h('span', { class: 'house-track' }, columns.map((at) => columnHead(at, columns.length, place(at))))),
    h('ul', { 'aria-label': t('house.axis_label') },
      row(t('house.these'), progress || (value !== undefined && dot(value, 'own')), these, 'these'),
      others.map((each) => row(rulesName(each), dot(/** @type {number} */ (verdicts[each]), ''), headlineOf(/** @type {number} */ (verdicts[each])))),
      all.length > others.length + 1 && row(t('house.axis_all', { count: all.length }), bubbles,
        counts.map(({ at, count }) => t('house.axis_many', { count, outcome: headlineOf(at) })).join(' '), 'all')),
  ];
}

/** @param {number} value @param {number} columns @param {string} left */
function columnHead(value, columns, left) {
  const head = placed(h('span', { class: 'house-column' }, columnName(value, columns)), left);
  head.style.width = `${100 / columns}%`;
  return head;
}

/** @param {number} value @param {number} columns */
function columnName(value, columns) {
  if (columns > WORDED) return signed(value);
  if (value === 0) return t('house.axis_draws');
  return t(value > 0 ? 'house.axis_wins' : 'house.axis_loses', { count: Math.abs(value) });
}

/** @template {HTMLElement} E @param {E} element @param {string} left */
function placed(element, left) {
  element.style.left = left;
  return element;
}
