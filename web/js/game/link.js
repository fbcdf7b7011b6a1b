/** Between the state of a game and the server: events in over a WebSocket, commands out, again and again until they arrive. */
import { api, ApiError } from '../api.js';
import { announce, toast } from '../dom.js';
import { oracle } from '../store.js';
import { errorText, t } from '../text.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Message} Message */

/** Seconds between attempts. */
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
      const wasSeated = state().you.length > 0;
      dispatch({ type: 'answered', own, id: waiting.id, now: Date.now() });
      if (!wasSeated && own.you.length > 0) live.renew();
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

/**
 * @typedef {object} Handlers
 * @property {(state: import('../types').OwnGame) => void} [onState]
 * @property {(event: import('../types').NumberedEvent & {game: import('../types').Game}) => void} [onEvent]
 * @property {(presence: import('../types').Presence) => void} [onPresence]
 * @property {(oracle: import('../types').OracleView) => void} [onOracle]
 * @property {(state: 'connecting' | 'open' | 'lost', more: {retryIn?: number}) => void} [onConnection]
 */

/**
 * Watches a game until closed.
 * @param {string} id
 * @param {Handlers} handlers
 * @param {{after?: number}} [options] the last event that is known already
 */
function watch(id, handlers, { after = 0 } = {}) {
  let seen = after;
  let attempt = 0;
  let closed = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const live = { state: /** @type {'connecting' | 'open' | 'lost'} */ ('connecting'), close, retry, renew };

  /** @param {'connecting' | 'open' | 'lost'} state @param {{retryIn?: number}} [more] */
  function tell(state, more = {}) {
    live.state = state;
    handlers.onConnection?.(state, more);
  }

  function connect() {
    clearTimeout(timer);
    const url = new URL(`/api/v1/games/${encodeURIComponent(id)}/live`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (seen > 0) url.searchParams.set('after', String(seen));
    const mine = new WebSocket(url);
    socket = mine;
    mine.onopen = () => {
      attempt = 0;
      tell('open');
    };
    mine.onmessage = ({ data }) => receive(JSON.parse(data));
    mine.onclose = () => {
      if (closed || socket !== mine) return;
      socket = null;
      const retryIn = WAITS[Math.min(attempt, WAITS.length - 1)];
      attempt += 1;
      tell('lost', { retryIn });
      timer = setTimeout(connect, retryIn * 1000);
    };
  }

  /** @param {any} message */
  function receive(message) {
    if (message.type === 'state') {
      seen = message.game.seq;
      handlers.onState?.(message);
    } else if (message.type === 'event') {
      // A number that is known already comes twice when an answer overtook it.
      if (message.seq <= seen) return;
      seen = message.seq;
      handlers.onEvent?.(message);
    } else if (message.type === 'presence') handlers.onPresence?.(message);
    else if (message.type === 'oracle') handlers.onOracle?.(message);
  }

  /** Tries at once. */
  function retry() {
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    attempt = 0;
    connect();
  }

  /** The connection is known to be dead: some networks never tell. */
  function broken() {
    socket?.close();
  }

  /** Connects anew, because the server knows the client as somebody else now: a seat was taken. */
  function renew() {
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }

  function onVisible() {
    if (document.visibilityState === 'visible') retry();
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    removeEventListener('online', retry);
    removeEventListener('offline', broken);
    document.removeEventListener('visibilitychange', onVisible);
    socket?.close();
  }

  addEventListener('online', retry);
  addEventListener('offline', broken);
  document.addEventListener('visibilitychange', onVisible);
  connect();
  return live;
}
