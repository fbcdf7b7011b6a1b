/** Connects a game's state with the server: receives events over a WebSocket, and retries commands until they arrive. */
import { api, ApiError, newId } from '../api.js';
import { announce, toast } from '../dom.js';
import { server } from '../place.js';
import { oracle } from '../store.js';
import { errorText, t } from '../text.js';
import { protocols } from '../token.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Message} Message */

/** Seconds between retries. */
const WAITS = [1, 2, 4, 8];
/** Deadline for the response to a command, and silence after which a connection is checked. In ms. */
const SLOW = 4_000;
const SILENCE = 30_000;
/** The code with which the server closes the connection of a device that was signed out. */
const SIGNED_OUT = 4003;
/** Pause before the page is loaded again after that, in ms: another tab may be signing out, and gets the new cookie first. */
const NEW_COOKIE = 5_000;
/** Deadline for opening a connection, in ms. */
const PATIENCE = 10_000;
/** The code with which the server closes the connections of a paused game. */
const TRY_LATER = 1013;

/**
 * @param {string} id
 * @param {{state(): Session, dispatch(message: Message): void, onWait(seconds: number | null): void}} page
 *   `onWait` receives the time until the next attempt
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
    onPresence: (presence) => dispatch({ type: 'presence', presence, now: Date.now() }),
    onPaused: () => dispatch({ type: 'paused' }),
    onOracle: (view) => oracle.set(view),
    onConnection,
    onAnswer: ({ id: command, status, problem }) => {
      const waiting = state().outbox;
      const error = problem ? new ApiError({ ...problem, status }) : null;
      if (waiting && waiting.id === command && error && !error.isPassing) refused(waiting, error);
    },
    // Some networks drop packets without closing the connection: then no event arrives.
    hasMore: async (seen) => (await api.events(id, seen)).events.length > 0,
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
    if (now !== 'open') return;
    const waiting = state().outbox;
    // A request stuck in a dead connection is no problem: the server recognises a retry by the command's id.
    if (!waiting || delivering !== waiting.id) deliver();
    // Joining a game needs the complete response.
    else if (waiting.type === 'turn') live.send(waiting);
  }

  /** Sends the pending command; retries keep its id. */
  async function deliver() {
    const waiting = state().outbox;
    if (!waiting || delivering === waiting.id) return;
    clearTimeout(deliverTimer);
    delivering = waiting.id;
    const slow = setTimeout(() => {
      dispatch({ type: 'undelivered', id: waiting.id });
      live.check();
    }, SLOW);
    try {
      const own = await api.command(id, waiting);
      clearTimeout(slow);
      attempt = 0;
      delivering = '';
      const wasSeated = state().you.length > 0;
      dispatch({ type: 'answered', own, id: waiting.id, now: Date.now() });
      if (!wasSeated && own.you.length > 0) live.renew();
    } catch (error) {
      clearTimeout(slow);
      delivering = '';
      if (!(error instanceof ApiError)) throw error;
      if (error.isPassing) tryAgain(waiting.id, error);
      else refused(waiting, error);
    }
  }

  /** @param {string} command @param {ApiError} error */
  function tryAgain(command, error) {
    dispatch({ type: 'undelivered', id: command });
    if (error.code === 'game_paused') dispatch({ type: 'paused' });
    const seconds = error.retryAfter ?? WAITS[Math.min(attempt, WAITS.length - 1)] ?? 8;
    attempt += 1;
    deliverTimer = setTimeout(deliver, seconds * 1000);
  }

  /** @param {import('./session.js').Command} command @param {ApiError} error */
  async function refused(command, error) {
    if (command.type === 'join') toast(errorText(error));
    dispatch({ type: 'refused', id: command.id, code: error.code, current: error.current, now: Date.now(), again: newId() });
    if (error.current) return;
    // Adopt the state of the server, without a message.
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
 * @property {() => void} [onPaused] another server has to go on with the game
 * @property {(oracle: import('../types').OracleView) => void} [onOracle]
 * @property {(state: 'connecting' | 'open' | 'lost', more: {retryIn?: number}) => void} [onConnection]
 * @property {(answer: {id: string | null, status: number, problem?: any}) => void} [onAnswer]
 * @property {(seen: number) => Promise<boolean>} hasMore asks another way whether something has happened behind an event
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
  let heard = Date.now();
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const live = { close, retry, renew, check, send };

  /** @param {'connecting' | 'open' | 'lost'} state @param {{retryIn?: number}} [more] */
  function tell(state, more = {}) {
    handlers.onConnection?.(state, more);
  }

  function connect() {
    clearTimeout(timer);
    const url = new URL(`${server ?? ''}/api/v1/games/${encodeURIComponent(id)}/live`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (seen > 0) url.searchParams.set('after', String(seen));
    const mine = new WebSocket(url, protocols());
    socket = mine;
    // A network that drops packets would delay the failure by minutes.
    timer = setTimeout(() => lose(mine), PATIENCE);
    mine.onopen = () => {
      clearTimeout(timer);
      attempt = 0;
      heard = Date.now();
      tell('open');
    };
    mine.onmessage = ({ data }) => receive(JSON.parse(data));
    mine.onclose = ({ code }) => {
      if (code === TRY_LATER && socket === mine) handlers.onPaused?.();
      lose(mine);
      // The page then continues with the cookie that this browser has: as the same player, or as a spectator.
      if (code === SIGNED_OUT && !closed) setTimeout(() => location.reload(), NEW_COOKIE);
    };
  }

  /** Gives a connection up, and schedules another. @param {WebSocket} mine */
  function lose(mine) {
    if (closed || socket !== mine) return;
    clearTimeout(timer);
    socket = null;
    mine.close();
    const retryIn = WAITS[Math.min(attempt, WAITS.length - 1)];
    attempt += 1;
    tell('lost', { retryIn });
    timer = setTimeout(connect, retryIn * 1000);
  }

  /** @param {any} message */
  function receive(message) {
    heard = Date.now();
    if (message.type === 'state') {
      seen = message.game.seq;
      handlers.onState?.(message);
    } else if (message.type === 'event') {
      // A known number arrives again if a response overtook the event.
      if (message.seq <= seen) return;
      seen = message.seq;
      handlers.onEvent?.(message);
    } else if (message.type === 'presence') handlers.onPresence?.(message);
    else if (message.type === 'oracle') handlers.onOracle?.(message);
    else if (message.type === 'answer') handlers.onAnswer?.(message);
  }

  /** Connects immediately. */
  function retry() {
    if (closed || (socket && socket.readyState <= WebSocket.OPEN)) return;
    attempt = 0;
    connect();
  }

  /** Drops a dead connection, which some networks never report. */
  function broken() {
    if (socket) lose(socket);
  }

  /** Reconnects after the client took a seat, since the server then knows it as a player. */
  function renew() {
    if (closed) return;
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }

  /** Checks whether a silent connection is still alive. */
  async function check() {
    const mine = socket;
    if (mine?.readyState !== WebSocket.OPEN) return;
    const asked = (heard = Date.now());
    const late = new Promise((resolve) => setTimeout(resolve, SLOW, 'none'));
    const answer = await Promise.race([late, handlers.hasMore(seen).then((more) => (more ? 'more' : 'all'), (error) => (error instanceof ApiError && error.status > 0 ? 'all' : 'none'))]);
    // An event may have arrived meanwhile.
    if (closed || socket !== mine || heard !== asked || answer === 'all') return;
    if (answer === 'more') renew();
    else lose(mine);
  }

  /** @param {import('./session.js').Command} command */
  function send(command) {
    socket?.send(JSON.stringify(command));
  }

  const watchdog = setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - heard > SILENCE) check();
  }, SILENCE / 2);

  function onVisible() {
    if (document.visibilityState !== 'visible') return;
    retry();
    check();
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    clearInterval(watchdog);
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
