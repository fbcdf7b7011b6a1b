/** Between the state of a game and the server: events in, commands out, again and again until they arrive. */
import { api, ApiError } from '../api.js';
import { announce, toast } from '../dom.js';
import { watch } from '../live.js';
import { oracle } from '../store.js';
import { errorText, t } from '../text.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Message} Message */

/** Seconds between attempts to deliver a command. */
const WAITS = [1, 2, 4, 8];

/**
 * @param {string} id
 * @param {{state(): Session, dispatch(message: Message): void, onWait(seconds: number | null): void}} page
 *   `onWait` is told how long it takes until the next attempt
 */
export function link(id, { state, dispatch, onWait }) {
  let attempt = 0;
  let delivering = '';
  /** @type {number | null} */
  let retryIn = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let deliverTimer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let countdown;

  const live = watch(id, {
    onState: (own) => dispatch({ type: 'loaded', own, now: Date.now() }),
    onEvent: (event) => dispatch({ type: 'event', event, now: Date.now() }),
    onPresence: (presence) => dispatch({ type: 'presence', presence }),
    onOracle: (view) => oracle.set(view),
    onConnection,
  }, { after: state().game.seq });

  /** @param {'connecting' | 'open' | 'lost'} now @param {{retryIn?: number}} more */
  function onConnection(now, more) {
    const was = state().connection;
    clearInterval(countdown);
    retryIn = more.retryIn ?? null;
    if (now === 'lost') {
      countdown = setInterval(() => {
        retryIn = Math.max(0, (retryIn ?? 0) - 1);
        onWait(retryIn);
      }, 1000);
      if (was !== 'lost') announce(t('game.lost_title'), { assertive: true });
    } else if (was === 'lost') announce(t('game.connected'));
    onWait(retryIn);
    dispatch({ type: 'connection', state: now });
    if (now === 'open') deliver();
  }

  /** Sends what waits, with the same id until there is an answer. */
  async function deliver() {
    const waiting = state().outbox;
    if (!waiting || delivering === waiting.id) return;
    clearTimeout(deliverTimer);
    delivering = waiting.id;
    try {
      const own = await api.command(id, waiting);
      attempt = 0;
      delivering = '';
      dispatch({ type: 'answered', own, id: waiting.id, now: Date.now() });
    } catch (error) {
      delivering = '';
      if (!(error instanceof ApiError)) throw error;
      if (error.isPassing) tryAgain(waiting.id, error);
      else refused(waiting, error);
    }
  }

  /** @param {string} command @param {ApiError} error */
  function tryAgain(command, error) {
    dispatch({ type: 'undelivered', id: command });
    const seconds = error.retryAfter ?? WAITS[Math.min(attempt, WAITS.length - 1)] ?? 8;
    attempt += 1;
    deliverTimer = setTimeout(deliver, seconds * 1000);
  }

  /** @param {import('./session.js').Command} command @param {ApiError} error */
  async function refused(command, error) {
    if (command.type === 'join') toast(errorText(error));
    dispatch({ type: 'refused', id: command.id, code: error.code, current: error.current, now: Date.now() });
    if (error.current) return;
    // The server knows better: quietly take its state.
    const own = await api.game(id).catch(() => null);
    if (own) dispatch({ type: 'loaded', own, now: Date.now() });
  }

  return {
    deliver,
    retry() {
      live.retry();
      deliver();
    },
    close() {
      live.close();
      clearTimeout(deliverTimer);
      clearInterval(countdown);
    },
  };
}
