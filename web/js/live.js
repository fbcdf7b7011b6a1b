/** Watching a game over a WebSocket, with a patient reconnect. */

/**
 * @typedef {object} Handlers
 * @property {(state: import('./types').OwnGame) => void} [onState]
 * @property {(event: import('./types').NumberedEvent & {game: import('./types').Game}) => void} [onEvent]
 * @property {(presence: import('./types').Presence) => void} [onPresence]
 * @property {(oracle: import('./types').OracleView) => void} [onOracle]
 * @property {(state: 'connecting' | 'open' | 'lost', more: {retryIn?: number}) => void} [onConnection]
 */

/** Seconds between attempts. */
const WAITS = [1, 2, 4, 8];

/**
 * Watches a game until closed.
 * @param {string} id
 * @param {Handlers} handlers
 * @param {{after?: number}} [options] the last event that is known already
 */
export function watch(id, handlers, { after = 0 } = {}) {
  let seen = after;
  let attempt = 0;
  let closed = false;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const live = { state: /** @type {'connecting' | 'open' | 'lost'} */ ('connecting'), close, retry, note };

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

  /** Another way brought news up to this event. @param {number} seq */
  function note(seq) {
    seen = Math.max(seen, seq);
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
