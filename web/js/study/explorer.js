// Any position: edit it, see all turns with their values, follow a line. The address of the page is the position.

import { api, ApiError } from '../api.js';
import { announce } from '../dom.js';
import { spokenTurn } from '../game/written.js';
import { chosenRules, rulesName } from '../house.js';
import { address } from '../place.js';
import { parse, writeAddress } from '../position.js';
import { go, rewrite, title } from '../router.js';
import { settings } from '../store.js';
import { errorText, sideName, t } from '../text.js';
import { begin, play, undo } from '../turn.js';
import { addressOf, fromAddress, isSame, violationsOf } from './editor-model.js';
import { explorerView } from './explorer-view.js';
import { prepare } from './frame.js';
import { beginTrail, followed, moved } from './trail.js';
import { listModel } from './values.js';

/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('./values.js').Line} Line */
/** @typedef {import('./trail.js').Trail} Trail */
/** @typedef {ReturnType<typeof listModel>} Model */
/**
 * @typedef {object} State
 * @property {string} rules
 * @property {Position} position
 * @property {import('./editor-model.js').Violation[]} violations
 * @property {Model|null} model all turns; null until they have come
 * @property {Turn|null} turn what is being played on the board
 * @property {{black: number, red: number}|null} over the points, if the position is over
 * @property {Line|null} chosen
 * @property {string|null} trouble
 * @property {boolean} known the address was understood
 * @property {Trail} trail
 * @property {boolean} hasReview the history leads back to a review
 */

/** Delay between the last edit and the request for values, in ms. */
const PAUSE = 180;

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, signal }) {
  await prepare();
  let timer = 0;
  let asking = new AbortController();
  /** @type {State} */
  let state = { ...stateAt(params.length > 0 ? params : [chosenRules()]), hasReview: query.get('from') === 'review' && history.length > 1 };
  if (state.known) rewrite(addressOf(state.rules, state.position) + address().search);

  const view = explorerView(root, {
    edit: (position) => edit(state.rules, position),
    useRules: (rules) => edit(rules, state.position),
    choose: (line) => state.model && update({ chosen: line }),
    follow: (line) => state.model && follow(line),
    act: (action) => {
      if (!state.turn) return;
      const turn = play(state.turn, action);
      const complete = turn.complete && lineOf(turn);
      if (complete && !complete.over) follow(complete);
      else update({ turn, chosen: complete || null });
    },
    undo: () => state.turn && update({ turn: undo(state.turn), chosen: null }),
    finish: () => {
      const line = state.turn?.canFinish ? lineOf(state.turn) : null;
      if (line) follow(line);
    },
    playFromHere,
  });

  /** @param {Partial<State>} change */
  function update(change) {
    state = { ...state, ...change };
    view.render(state);
  }

  /** @param {Turn} turn */
  const lineOf = (turn) => state.model?.lines.find((line) => line.turn === turn.notation) ?? null;

  /** @param {string} rules @param {Position} position */
  function edit(rules, position) {
    if (rules === state.rules && isSame(position, state.position)) return;
    const address = addressOf(rules, position);
    state = { ...fresh(rules, position, true), trail: beginTrail(address), hasReview: state.hasReview };
    go(address, { replace: true });
    ask(PAUSE);
  }

  /** @param {Line} line */
  function follow(line) {
    if (line.over) {
      update({ chosen: line });
      return;
    }
    const address = addressOf(state.rules, parse(line.after));
    state = { ...state, trail: followed(state.trail, line.turn, address) };
    announce(t('study.followed', { turn: spokenTurn(line.turn) }));
    go(address);
  }

  async function playFromHere() {
    const { rules, position } = state;
    const answer = await api.createGame({
      rules, position: writeAddress(position), side: position.side, opponent: { type: 'computer', level: settings.get('level') },
      ...(settings.get('name') ? { name: settings.get('name') } : {}),
    });
    await go(`/game/${answer.game.id}`);
  }

  /** @param {number} pause */
  function ask(pause) {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    title(t('study.explorer_title', { rules: rulesName(state.rules), side: sideName(state.position.side) }));
    if (state.violations.length > 0) return;
    const { rules, position } = state;
    const stop = AbortSignal.any([signal, asking.signal]);
    timer = window.setTimeout(() => load(rules, position, stop), pause);
  }

  /** @param {string} rules @param {Position} position @param {AbortSignal} stop */
  async function load(rules, position, stop) {
    try {
      const written = writeAddress(position);
      /** @type {string | null} */
      let refusal = null;
      const asked = api.turns(rules, written, stop).catch((error) => {
        // No values while this position is being played. The board still works.
        if (!(error instanceof ApiError) || error.code !== 'help_refused') throw error;
        refusal = errorText(error);
        return null;
      });
      const [found, here] = await Promise.all([asked, api.position(rules, written, { signal: stop })]);
      if (stop.aborted) return;
      const model = found && listModel(rules, position, found.turns);
      update({
        model,
        turn: here.tree ? begin(here.tree, position, rules) : null,
        over: here.over ? here.score : null,
        chosen: model?.best ?? null,
        trouble: refusal,
      });
    } catch (error) {
      if (stop.aborted) return;
      update({ model: null, turn: null, trouble: errorText(error) });
    }
  }

  view.render(state);
  ask(0);
  return {
    /** @param {{params: string[]}} visit */
    update(visit) {
      const next = stateAt(visit.params);
      const address = addressOf(next.rules, next.position);
      const isHere = next.rules === state.rules && isSame(next.position, state.position) && state.known;
      state = { ...(isHere ? state : next), trail: moved(state.trail, address), hasReview: state.hasReview };
      view.render(state);
      if (!isHere) ask(0);
      return true;
    },
    leave() {
      clearTimeout(timer);
      asking.abort();
      view.destroy();
    },
  };
}

/** @param {string[]} params @returns {State} */
function stateAt(params) {
  const { rules, position, known } = fromAddress(params[0], params[1]);
  return { ...fresh(rules, position, known), trail: beginTrail(addressOf(rules, position)), hasReview: false };
}

/** @param {string} rules @param {Position} position @param {boolean} known @returns {Omit<State, 'trail' | 'hasReview'>} */
function fresh(rules, position, known) {
  return { rules, position, violations: violationsOf(position), model: null, turn: null, over: null, chosen: null, trouble: null, known };
}
