// Values of positions in a review, asked for once each: exact values never change.

import { api, ApiError } from '../api.js';
import { positionAfter } from './notes-text.js';

/** @typedef {import('./values.js').ValuedTurn} ValuedTurn */
/** @typedef {import('../types').TurnsView} TurnsView */
/** @typedef {import('../types').Tree} Tree */
/** @typedef {{turns: Map<string, ValuedTurn>, best: ValuedTurn|null}} Values all turns of a position, by their notation */

/** The most positions that are remembered. */
const MOST = 400;

/**
 * @template T
 * @param {(position: string) => Promise<T>} ask
 */
function remembering(ask) {
  /** @type {Map<string, T>} */
  const known = new Map();
  /** @type {Map<string, Promise<T>>} */
  const asked = new Map();
  return {
    /** @param {string} position */
    get: (position) => known.get(position),
    /** @param {string} position @returns {Promise<T>} */
    ask(position) {
      const found = known.get(position);
      if (found !== undefined) return Promise.resolve(found);
      const running = asked.get(position) ?? ask(position).then((answer) => {
        if (known.size >= MOST) known.clear();
        known.set(position, answer);
        return answer;
      }).finally(() => asked.delete(position));
      asked.set(position, running);
      return running;
    },
  };
}

/** @param {TurnsView} found @returns {Values} */
function valuesIn({ turns }) {
  const worth = (/** @type {ValuedTurn} */ turn) => turn.margin ?? turn.estimate ?? 0;
  const best = turns.reduce((/** @type {ValuedTurn|null} */ top, turn) => (top === null || worth(turn) > worth(top) ? turn : top), null);
  return { turns: new Map(turns.map((turn) => [turn.turn, turn])), best };
}

/**
 * @param {string} rules
 * @param {AbortSignal} signal ends all requests
 */
export function answersFor(rules, signal) {
  const values = remembering(async (position) => {
    try {
      return valuesIn(await api.turns(rules, position, signal));
    } catch (error) {
      // No values while somebody plays this position. The board still works.
      if (error instanceof ApiError && error.code === 'help_refused') return { turns: new Map(), best: null };
      throw error;
    }
  });
  const trees = remembering(async (position) => (await api.position(rules, position, { signal })).tree);
  return { values, trees };
}

/** @typedef {ReturnType<typeof answersFor>} Answers */

/**
 * Asks for the values of lines and for the answers to them, one after the other.
 * @param {Answers} answers
 * @param {string} from where the lines begin
 * @param {string[][]} paths
 * @param {() => boolean} isWanted
 * @param {() => void} onNew
 */
export async function askLines({ values }, from, paths, isWanted, onNew) {
  for (const path of paths) {
    const before = positionAfter(from, path.slice(0, -1));
    const after = positionAfter(from, path);
    if (values.get(before) && values.get(after)) continue;
    const { turns } = await values.ask(before);
    if (turns.get(path.at(-1) ?? '')?.over === false) await values.ask(after);
    if (!isWanted()) return;
    onNew();
  }
}
