/** The end of a game on its page: the points are counted on the board, then the result is shown. */
import { countPills } from '../board/counts.js';
import { calm, pawnIcon } from '../board/pieces.js';
import { h, icon } from '../dom.js';
import { other } from '../position.js';
import { css } from '../router.js';
import { levelName, loadPart, number, sideName, t } from '../text.js';
import { beatsOf, runCount, totalsOf } from './count.js';
import { beadString } from './lead.js';
import { askReview, resultCard } from './result.js';
import { saidResult, whyText } from './result-words.js';
import { endText, leadText, nameOf } from './words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./over.js').Send} Send */
/** @typedef {ReturnType<typeof ending>} Ending */

/** How long a page waits for the review before it shows the result without it, in ms. */
const PATIENCE = 1500;

/** Loads the styles and the texts of the result, and the review of a finished game: what comes later would move the rest. @param {import('../types').Game} [game] */
export function prepareEnd(game) {
  const patience = new Promise((done) => { setTimeout(done, PATIENCE); });
  return Promise.all([css('/css/result.css'), loadPart('result'), game && Promise.race([askReview(game), patience])]);
}

/**
 * @param {object} options
 * @param {Session} options.state when the game is over
 * @param {boolean} options.isSeen whether the player saw the last turn
 * @param {() => void} options.redraw
 */
export function ending({ state: { game }, isSeen, redraw }) {
  // Points decide only a game that was played to its end.
  const beats = game.result?.termination === 'normal' && game.result.winner !== null ? beatsOf(game.rules, game.position) : [];
  let at = isSeen && !calm() && !document.hidden ? 0 : beats.length;
  let isCounting = at < beats.length;
  const stop = isCounting ? runCount(beats.length, show, end) : () => {};
  /** @type {ReturnType<typeof countCard> | null} */
  let card = null;
  askReview(game);

  /** @param {number} next */
  function show(next) {
    at = next;
    card?.update(counted());
    redraw();
  }

  function end() {
    at = beats.length;
    isCounting = false;
    redraw();
  }

  /** @param {number} [until] */
  const counted = (until = at) => beats.slice(0, until).flatMap(({ counts }) => counts);

  return {
    isCounting: () => isCounting,
    /** The points counted so far. */
    totals: () => totalsOf(counted()),
    /** What the board shows: the pills, and which rows are being counted. */
    look() {
      if (beats.length === 0) return {};
      const now = isCounting ? beats[at - 1] : undefined;
      return {
        last: null, marks: now?.rows.map((row) => ({ row, texts: [] })) ?? [],
        edge: (/** @type {import('../board/geometry.js').Layout} */ layout) => countPills(layout, counted(), now?.counts ?? []),
      };
    },
    /** @param {Session} state @param {Side} view @param {Send} send @returns {import('./over.js').Content} */
    slot(state, view, send) {
      if (!isCounting) return { key: JSON.stringify(['result', state.game.seq, Boolean(state.outbox), view, state.you]), make: () => resultCard(state, view, send, counted()) };
      return {
        key: `count ${view}`,
        make() {
          card = countCard(state, view);
          card.update(counted());
          return card.element;
        },
      };
    },
    /** What screen readers hear once the result is shown. @param {Session} state */
    said: (state) => `${saidResult(state)}. ${whyText(state)}`,
    leave: stop,
  };
}

/** Both players with their points so far, who leads, and what the points are. @param {Session} state @param {Side} view */
function countCard(state, view) {
  const seats = { [view]: seat(state, view), [other(view)]: seat(state, other(view)) };
  const string = beadString();
  const text = h('p', { class: 'result-lead-text' });
  const lead = h('div', { class: 'result-lead' }, h('span', null, pawnIcon(other(view), 20)), string.element, h('span', null, pawnIcon(view, 20)), text);
  const element = h('section', { class: 'game-slot result-count', 'aria-label': t('result.counting') },
    h('div', { class: 'result-seats' }, seats[other(view)]?.element, lead, seats[view]?.element),
    h('p', { class: 'result-counted' }, endText(state), ' ', t('result.counted')),
    // Any click ends the count, so the button needs no listener.
    h('button', { class: 'button result-show', type: 'button' }, icon('finish'), t('result.show')));
  return {
    element,
    /** @param {import('./count.js').Count[]} counts */
    update(counts) {
      const totals = totalsOf(counts);
      for (const side of /** @type {Side[]} */ (['black', 'red'])) seats[side]?.update(totals[side], totals[side] < totals[other(side)]);
      lead.dataset['leader'] = string.move(totals, view);
      text.textContent = leadText(state, totals);
    },
  };
}

/** @param {Session} state @param {Side} side */
function seat(state, side) {
  const player = state.game.players[side];
  const [name, more] = [nameOf(state, side), player.type === 'computer' ? levelName(player.level) : sideName(side)];
  const total = h('b');
  const element = h('div', { class: 'result-seat card' }, pawnIcon(side, 40), h('div', null, h('h2', null, name), more !== name && h('p', null, more)), total);
  return {
    element,
    /** @param {number} points @param {boolean} isBehind */
    update(points, isBehind) {
      total.textContent = number(points);
      element.classList.toggle('behind', isBehind);
    },
  };
}
