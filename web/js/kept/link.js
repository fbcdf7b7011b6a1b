/** Connects the state of a game with the engine on this device: commands are answered at once, and the computer replies here. */
import { api, ApiError, newId } from '../api.js';
import { toast } from '../dom.js';
import { timeLeft } from '../game/time.js';
import { errorText } from '../text.js';

/** How often a reply is tried before the player has to ask for it, and the pause between, in ms. */
const ATTEMPTS = 3;
const PAUSE = 1_000;
const SECOND = 1_000;

/** @type {typeof import('../game/link.js').link} */
export function keptLink(id, { state, dispatch }) {
  let delivering = '';
  let isReplying = false;
  const closed = new AbortController();

  async function deliver() {
    const waiting = state().outbox;
    if (!waiting || delivering === waiting.id) return;
    delivering = waiting.id;
    try {
      const own = await api.command(id, waiting);
      dispatch({ type: 'answered', own, id: waiting.id, now: Date.now() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'no_storage') toast(errorText(error));
      dispatch({ type: 'refused', id: waiting.id, code: error.code, current: error.current, now: Date.now(), again: newId() });
    } finally {
      delivering = '';
    }
    reply();
  }

  const isComputersTurn = () => {
    const { game } = state();
    return game.status === 'playing' && game.to_move !== null && game.players[game.to_move].type === 'computer';
  };

  async function reply() {
    if (isReplying || !isComputersTurn()) return;
    isReplying = true;
    for (let attempt = 1; isComputersTurn() && !closed.signal.aborted; attempt += 1) {
      try {
        dispatch({ type: 'loaded', own: await api.reply(id, closed.signal), now: Date.now() });
      } catch (error) {
        if (closed.signal.aborted) break;
        if (attempt === ATTEMPTS) {
          toast(errorText(error));
          break;
        }
        await new Promise((done) => { setTimeout(done, PAUSE); });
      }
    }
    isReplying = false;
  }

  /** Another tab may have gone on with the game. */
  async function look() {
    if (document.visibilityState !== 'visible' || state().outbox) return;
    const own = await api.game(id).catch(() => null);
    if (own && !closed.signal.aborted) dispatch({ type: 'loaded', own, now: Date.now() });
    reply();
  }

  /** Nobody else watches the clock. */
  async function settle() {
    const { game, outbox } = state();
    const side = game.clock?.running;
    if (!side || outbox || (timeLeft(state(), side, Date.now()) ?? 1) > 0) return;
    const own = await api.clock(id).catch(() => null);
    if (own && !closed.signal.aborted) dispatch({ type: 'loaded', own, now: Date.now() });
  }

  const clock = setInterval(settle, SECOND);
  document.addEventListener('visibilitychange', look, { signal: closed.signal });
  // After the page is there: it gets this object first.
  queueMicrotask(() => {
    dispatch({ type: 'connection', state: 'open' });
    reply();
  });
  return {
    deliver,
    retry: reply,
    close() {
      closed.abort();
      clearInterval(clock);
    },
  };
}
