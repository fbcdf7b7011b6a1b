// What the server knows of a rule set: the verdicts of all, the details of the chosen one, and the state of its table.

import { api, ApiError } from '../api.js';
import { poll } from '../home/poll.js';
import { offline } from '../network.js';

/** @typedef {import('../types').RulesDetails} Details */
/**
 * @typedef {object} Known
 * @property {string} id
 * @property {Record<string, number>} verdicts the margins of the side that begins, by id
 * @property {Details | null} details null until they have come
 * @property {ApiError | null} refusal why a solve was refused
 * @property {boolean} isAsking a solve was asked for, and the answer is not here yet
 */

/** How long the page waits for the first answers, in ms. */
const PATIENCE = 1_500;
/** Delay between the last choice and the request for details, in ms. */
const PAUSE = 150;
/** The first and the longest pause between two looks at a table that is being made, in ms. */
const SOONEST = 1_000;
const LATEST = 15_000;

/**
 * @param {AbortSignal} signal ends everything
 * @param {(known: Known) => void} onChange
 */
export function details(signal, onChange) {
  /** @type {Known} */
  let known = { id: '', verdicts: {}, details: null, refusal: null, isAsking: false };
  let asking = new AbortController();
  let timer = 0;
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    asking.abort();
  });

  /** @param {Partial<Known>} change */
  function update(change) {
    known = { ...known, ...change };
    if (!signal.aborted) onChange(known);
  }

  // Without them only the chosen rule set has a verdict.
  const all = api.verdicts(signal).then((found) => {
    update({ verdicts: found.verdicts });
    if (!offline.get()) import('../kept/answer.js').then(({ copyVerdicts }) => copyVerdicts(found)).catch(() => undefined);
  }, () => undefined);
  /** @type {() => void} */
  let told = () => undefined;
  const first = new Promise((/** @type {(value: void) => void} */ resolve) => { told = resolve; });

  /** Looks at the table until it is there, less and less often while nothing happens. @param {string} id @param {AbortSignal} stop */
  function watch(id, stop) {
    let pause = SOONEST;
    let before = '';
    poll(async () => {
      const found = await api.rules(id, stop).catch(() => null);
      if (stop.aborted) return 0;
      if (found) update({ details: found });
      told();
      const { status = 'missing' } = found?.table ?? known.details?.table ?? {};
      const now = JSON.stringify(found?.table);
      pause = now === before || !found ? Math.min(LATEST, pause * 1.5) : SOONEST;
      before = now;
      return status === 'solving' || status === 'waiting' || !found ? pause : 0;
    }, SOONEST, stop);
  }

  return {
    /** Settles when the first answers are here, or have not come in time: the page should not shift when they come. */
    ready: Promise.race([Promise.all([all, first]), new Promise((resolve) => setTimeout(resolve, PATIENCE))]),
    /** Shows another rule set. @param {string} id */
    ask(id) {
      clearTimeout(timer);
      asking.abort();
      asking = new AbortController();
      const stop = asking.signal;
      update({ id, details: null, refusal: null, isAsking: false });
      timer = window.setTimeout(() => watch(id, stop), known.verdicts[id] === undefined ? 0 : PAUSE);
    },
    /** Asks the server to make the table. */
    async solve() {
      const { id } = known;
      const stop = asking.signal;
      update({ isAsking: true, refusal: null });
      try {
        const found = await api.solveRules(id);
        if (stop.aborted) return;
        update({ details: found, isAsking: false });
        watch(id, stop);
      } catch (error) {
        if (stop.aborted) return;
        update({ isAsking: false, refusal: error instanceof ApiError ? error : new ApiError({ code: 'internal' }) });
      }
    },
  };
}

/**
 * The remaining seconds at the speed so far; null while it says nothing yet.
 * @param {Pick<import('../types').RulesTable, 'progress' | 'seconds'>} table
 */
export function secondsLeft({ progress = 0, seconds = 0 }) {
  if (progress < 0.02 || seconds < 1) return null;
  return Math.max(1, Math.round((seconds * (1 - progress)) / progress));
}
