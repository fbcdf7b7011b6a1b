/** Asks for the reviews of games without numbers, one after another, and only as long as somebody looks at them. */
import { ApiError } from '../api.js';

/** @typedef {import('../types').GameSummary} GameSummary */

/**
 * @param {object} options
 * @param {(game: GameSummary) => Promise<void>} options.review asks for one review and keeps its numbers
 * @param {AbortSignal} options.signal when the page is left
 */
export function reviewQueue({ review, signal }) {
  /** Games that are looked at, in the order in which they came into view. @type {Map<string, GameSummary>} */
  const wanted = new Map();
  /** Games that were asked for, with whatever answer. @type {Set<string>} */
  const asked = new Set();
  let isRunning = false;

  async function run() {
    if (isRunning) return;
    isRunning = true;
    for (let game = next(); game && !signal.aborted; game = next()) {
      asked.add(game.id);
      try {
        await review(game);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        // A server that is away or busy is not asked again on this visit; other errors are of one game alone.
        if (error.isPassing) return;
      }
    }
    isRunning = false;
  }

  const next = () => [...wanted.values()].find(({ id }) => !asked.has(id));

  return {
    /** @param {GameSummary} game */
    want(game) {
      wanted.set(game.id, game);
      return run();
    },
    /** @param {GameSummary} game */
    leave: (game) => wanted.delete(game.id),
  };
}
