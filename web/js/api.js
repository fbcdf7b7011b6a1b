/**
 * Requests to the server. While it is out of reach, and for games that live on this device, the engine of this device answers.
 * Every function returns parsed JSON or throws an ApiError.
 */

import { isThere, offline } from './network.js';
import { server } from './place.js';
import { hasKept } from './store.js';
import { language } from './text.js';
import { changeToken, token } from './token.js';

/** @typedef {import('./types').OwnGame} OwnGame */
/** @typedef {import('./types').CommandAnswer} CommandAnswer */
/** @typedef {{id: string, arguments: Record<string, unknown>}} Message an id of a text and the values in it */

const BASE = `${server ?? ''}/api/v1`;
const PATIENCE = 15_000;
/** How long an inlined response stays valid, in ms. */
const FRESH = 10_000;

/** What a proxy answers while the server behind it is away. */
const AWAY = [0, 502, 504];

/** Why a request failed. */
export class ApiError extends Error {
  /** @param {{status?: number, code?: string, detail?: string, language?: string | null, message?: Message, part?: string, current?: OwnGame, retry_after?: number}} problem */
  constructor({ status = 0, code = 'offline', detail = '', language, message, part, current, retry_after }) {
    super(detail || code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    /** The language of `detail`. */
    this.language = language ?? 'en';
    /** What `detail` says, for programs. */
    this.told = message;
    this.part = part;
    this.current = current;
    this.retryAfter = retry_after;
  }

  /** Whether a retry may succeed: the server was unreachable or overloaded. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {string} path
 * @param {{body?: unknown, signal?: AbortSignal, method?: string, base?: string}} [options]
 * @returns {Promise<Response>}
 */
async function send(path, { body, signal, method = body === undefined ? 'GET' : 'POST', base = BASE } = {}) {
  if (server === null) throw new ApiError({ code: 'no_server' });
  const limit = AbortSignal.timeout(PATIENCE);
  /** @type {Response} */
  let response;
  try {
    const mine = await token();
    response = await fetch(base + path, {
      method,
      headers: { 'accept-language': language(), ...(mine && { authorization: `Bearer ${mine}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ code: 'offline' });
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({ code: 'unavailable' }));
  if (problem.code === 'signed_out') changeToken(null);
  throw new ApiError({ ...problem, status: response.status, language: response.headers.get('content-language') });
}

/** Responses known in advance, by the path of their request. Each serves one request, and expires. */
const given = (() => {
  /** @type {Map<string, {answer: any, until: number}>} */
  const answers = new Map();
  return {
    /** @param {string} path @param {any} answer @param {number} [from] when it was true */
    put: (path, answer, from = performance.now()) => answers.set(path, { answer, until: from + FRESH }),
    /** @param {string} path @returns {any} */
    take(path) {
      const found = answers.get(path);
      answers.delete(path);
      return found && performance.now() < found.until ? found.answer : undefined;
    },
  };
})();

/** The server inlines the responses to the first requests of a page into the document. */
function readDocument() {
  const block = typeof document === 'undefined' ? null : document.getElementById('given');
  if (!block?.textContent) return;
  for (const [path, answer] of Object.entries(JSON.parse(block.textContent))) {
    // A running clock has advanced since then, and so has the time for the first turn.
    if (!answer.game?.clock?.running && !answer.game?.clock?.begin_by) given.put(path, answer, 0);
  }
}
readDocument();

/**
 * @param {string} path
 * @param {{body?: unknown, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
async function json(path, options = {}) {
  const known = options.body === undefined ? given.take(path) : undefined;
  return known ?? await ofKept(path, options) ?? orHere(path, options, async () => {
    const response = await send(path, options);
    return response.json().catch(() => Promise.reject(new ApiError({ code: 'offline' })));
  });
}

/** The answers of this device, loaded when there is something to answer. Without a connection that fails, unless the page was kept. */
const here = () => import('./kept/answer.js').catch(() => Promise.reject(new ApiError({ code: 'offline' })));

/** The answer of this device while the server is out of reach; undefined if it has none. @param {string} path @param {{body?: unknown, signal?: AbortSignal | undefined}} options */
const ofDevice = (path, options) => here().then(({ answerHere }) => answerHere(path, options));

/** The answer about a game that lives on this device; undefined for any other. @param {string} path @param {{body?: unknown, signal?: AbortSignal | undefined}} [options] */
const ofKept = async (path, options = {}) => (hasKept() && path.startsWith('/games/') ? (await here()).answerKept(path, options) : undefined);

/** Questions about values. */
const EXACT = /^\/(position\/(turns|hint|line)\?|position\?.*values=true|reviews$)/;

/** Whether tables were solved on this device: they are files of its private file system. */
async function hasOwnTables() {
  try {
    return Boolean(await (await navigator.storage.getDirectory()).getDirectoryHandle('tables'));
  } catch {
    return false;
  }
}

/** The answer from a table on this device; undefined without one. @param {string} path @param {{body?: unknown, signal?: AbortSignal | undefined}} options */
const ofOwnTable = async (path, options) => (EXACT.test(path) && await hasOwnTables() ? (await here()).ownAnswer(path, options) : undefined);

/**
 * The server's answer, or that of this device while the server is out of reach, or has the table.
 * @template T
 * @param {string} path
 * @param {{body?: unknown, signal?: AbortSignal | undefined}} options
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function orHere(path, options, ask) {
  const wasOffline = offline.get();
  const first = wasOffline ? await ofDevice(path, options) : await ofOwnTable(path, options);
  if (first !== undefined) return first;
  try {
    return await ask();
  } catch (error) {
    const isAway = error instanceof ApiError && AWAY.includes(error.status);
    if (!isAway || wasOffline || await isThere()) throw error;
    const found = await ofDevice(path, options);
    if (found === undefined) throw error;
    return found;
  }
}

/** @param {Record<string, unknown>} values @returns {string} */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Positions stand in addresses with hyphens. @param {string} position */
const address = (position) => position.trim().replace(/[/ ]/g, '-');

/** @param {'turns' | 'line' | 'hint'} what @param {string} rules @param {string} position */
export const positionPath = (what, rules, position) => `/position/${what}${query({ pos: address(position), rules })}`;

/** @param {string} id */
const gamePath = (id) => `/games/${encodeURIComponent(id)}`;

/** An id stands in paths as it is; what is no id must not change the path. @param {string} id */
const rulesPath = (id) => `/rules/${encodeURIComponent(id).replaceAll('%2B', '+')}`;

export const api = {
  /** @param {Record<string, unknown>} body `opponent` is needed, the id is made here @returns {Promise<CommandAnswer>} */
  async createGame(body) {
    const made = await json('/games', { body: { id: newId(), ...body } });
    // The page of the game starts from this response; its live connection delivers later events.
    given.put(gamePath(made.game.id), made);
    return made;
  },
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<OwnGame>} */
  game: (id, signal) => json(gamePath(id), { signal }),
  /** @param {AbortSignal} [signal] @param {string} [after] the `next` of the page before @returns {Promise<{games: import('./types').GameSummary[], next?: string}>} */
  async games(signal, after) {
    const answer = await json(`/games${query({ after })}`, { signal });
    return hasKept() && !after ? (await here()).withKept(answer) : answer;
  },
  /** @param {string} id @param {Record<string, unknown>} body @returns {Promise<CommandAnswer>} */
  command: (id, body) => json(`${gamePath(id)}/commands`, { body }),
  /** Lets the computer play in a game that lives on this device. @param {string} id @param {AbortSignal} [signal] @returns {Promise<OwnGame>} */
  reply: (id, signal) => ofKept(`${gamePath(id)}/reply`, { signal }),
  /** Ends a game that lives on this device if the time of the side to move is over. @param {string} id @returns {Promise<OwnGame>} */
  clock: (id) => ofKept(`${gamePath(id)}/clock`),
  /** @param {string} id @param {number} after @returns {Promise<{events: import('./types').NumberedEvent[]}>} */
  events: (id, after) => json(`${gamePath(id)}/events${query({ after })}`),
  /** @param {string} id @param {number} [game] @returns {Promise<string>} */
  record: async (id, game) => (await ofKept(`${gamePath(id)}/record`)) ?? (await send(`${gamePath(id)}/record${query({ game })}`)).text(),
  /** @param {string} id @param {number} [game] @param {AbortSignal} [signal] @returns {Promise<any>} */
  review: (id, game, signal) => json(`${gamePath(id)}/review${query({ game })}`, { signal }),
  /** A picture. @param {string} path @returns {Promise<Blob>} */
  picture: async (path) => (await send(path, { base: server ?? '' })).blob(),
  /** @param {string} text @returns {Promise<any>} */
  reviewRecord: (text) => json('/reviews', { body: { record: text } }),
  /**
   * @param {string} rules
   * @param {string} position
   * @param {{values?: boolean, after?: string, signal?: AbortSignal}} [options]
   * @returns {Promise<import('./types').PositionView>}
   */
  position: (rules, position, { values, after, signal } = {}) =>
    json(`/position${query({ pos: address(position), rules, values, after })}`, { signal }),
  /** @param {string} rules @param {string} position @param {AbortSignal} [signal] @returns {Promise<import('./types').TurnsView>} */
  turns: (rules, position, signal) => json(positionPath('turns', rules, position), { signal }),
  /** @param {string} rules @param {string} position @param {AbortSignal} [signal] @returns {Promise<any>} */
  line: (rules, position, signal) => json(positionPath('line', rules, position), { signal }),
  /** @param {string} rules @param {string} position @param {AbortSignal} [signal] @returns {Promise<import('./types').Hint>} */
  hint: (rules, position, signal) => json(positionPath('hint', rules, position), { signal }),
  /** @param {string} rules @param {string} [date] @param {AbortSignal} [signal] @returns {Promise<any>} */
  puzzle: (rules, date, signal) => json(`/puzzle${query({ rules, date })}`, { signal }),
  /** @param {Record<string, unknown>} body @returns {Promise<any>} */
  attempt: (body) => json('/puzzle/attempts', { body }),
  /** @param {AbortSignal} [signal] @returns {Promise<{games: import('./types').GameSummary[]}>} */
  lobby: (signal) => json('/lobby', { signal }),
  /** @param {string} id of the command @returns {Promise<{code: string, path: string, expires_at: number}>} */
  issueCode: (id) => json('/identity/codes', { body: { id } }),
  /** @param {string} id @param {string} code @returns {Promise<unknown>} the server sets the new token as a cookie, or sends it */
  redeemCode: (id, code) => withToken(json('/identity/tokens', { body: { id, code } })),
  /** @param {string} id @returns {Promise<unknown>} */
  signOut: (id) => withToken(json('/identity/sign-out', { body: { id } })),
  /** @returns {Promise<unknown>} */
  deleteIdentity: () => send('/identity', { method: 'DELETE' }).then(() => changeToken(null)),
  /** All games in one file. @param {'records' | 'json'} format @returns {Promise<Blob>} */
  ownGames: async (format) => (await send(`/identity/games${query({ format })}`)).blob(),
  /** Whether the server sends messages, and its key. @returns {Promise<{is_on: boolean, public_key: string | null}>} */
  push: () => json('/push'),
  /** @param {PushSubscriptionJSON} body @returns {Promise<unknown>} */
  subscribe: (body) => send('/push/subscriptions', { body }),
  /** @param {string} endpoint @returns {Promise<unknown>} */
  unsubscribe: (endpoint) => send('/push/subscriptions', { body: { endpoint }, method: 'DELETE' }),
  /** @returns {Promise<import('./types').OracleView>} */
  oracle: () => json('/oracle'),
  /** @param {string} id @param {AbortSignal} [signal] @returns {Promise<import('./types').RulesDetails>} */
  rules: (id, signal) => json(rulesPath(id), { signal }),
  /** @param {AbortSignal} [signal] @returns {Promise<{verdicts: Record<string, number>}>} */
  verdicts: (signal) => json('/rules/verdicts', { signal }),
  /** Asks for the table of a rule set. @param {string} id @returns {Promise<import('./types').RulesDetails>} */
  solveRules: (id) => json(`${rulesPath(id)}/solve`, { body: {} }),
  /** Where other devices of the local network reach the server. @returns {Promise<{address: string | null, reachable: boolean}>} */
  network: () => json('/network'),
  /** @returns {Promise<any>} */
  version: () => json('/version'),
};

/** Keeps the token that came with an answer. @param {Promise<{token?: string}>} answer */
async function withToken(answer) {
  const { token: next } = await answer;
  changeToken(next);
}

/**
 * The answer, or the error of the server; other errors are thrown.
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T | ApiError>}
 */
export async function orError(answer) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** A new id for a command. `randomUUID` exists on secure origins only; a server in a home network may have none. */
export function newId() {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
