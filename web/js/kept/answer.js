/**
 * Answers in place of the server: for games that live on this device always, for everything else while the server is out of reach.
 * Whoever asks gets undefined for what can't be known here.
 */
import { api, ApiError } from '../api.js';
import { keptGames as serverGames } from '../me/kept.js';
import { site } from '../place.js';
import { markKept } from '../store.js';
import { ask, exactRules, hasEngine } from './engine.js';
import { attempt, copyPuzzle as copyOfPuzzle, exactAnswer, keepPuzzles, puzzleHere } from './puzzle.js';
import { addEvents, copiedGame, copyGame, forgetGames, keepGame, keptGame, keptGames, MovedOn, NoStorage } from './store.js';
import { copyVerdicts as copyOfVerdicts, verdictsHere } from './verdicts.js';

/** @typedef {import('../types').OwnGame} OwnGame */
/** @typedef {import('../types').GameSummary} GameSummary */
/** @typedef {import('./store.js').KeptGame} KeptGame */
/** @typedef {OwnGame & {events: unknown[], next?: Changed}} Changed a game with its new events, and with the next game if it has begun */
/** @typedef {{body?: any, signal?: AbortSignal | undefined}} Options */

/** Paths that the engine answers without knowing a game. */
const OF_ENGINE = /^\/(position(\/turns)?|reviews|rules\/(?!verdicts$)[^/]+)$/;
/** Paths that it answers with a table only. */
const OF_TABLES = ['/position/hint', '/position/line'];
/** Paths of which there may be a copy of the server's exact answer. */
const EXACT = ['/position/turns', '/position/hint'];
/** Games that need nobody else. */
const ALONE = ['computer', 'local'];

/**
 * The answer of this device while the server is out of reach.
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function answerHere(path, options) {
  const [name = ''] = path.split('?');
  const { body } = options;
  if (body === undefined) {
    if (name === '/oracle') return { tables: (await exactRules()).map((rules) => ({ rules, status: 'ready' })) };
    if (name === '/games') return { games: serverGames() };
    if (name === '/version' && site) return { version: site.version };
    if (name === '/puzzle') return puzzleHere(path);
    if (name === '/rules/verdicts') return verdictsHere();
    const game = /^\/games\/([^/]+)$/.exec(name)?.[1];
    if (game) return found(copiedGame(decodeURIComponent(game)));
  }
  if (name === '/puzzle/attempts') return attempt(body);
  const exact = EXACT.includes(name) ? await exactAnswer(path) : undefined;
  if (exact !== undefined) return exact;
  if (!hasEngine()) return undefined;
  if (name === '/games' && ALONE.includes(body?.opponent?.type)) return create(body);
  if (OF_TABLES.includes(name) && !(await exactRules()).includes(rulesIn(path))) return undefined;
  return OF_ENGINE.test(name) || OF_TABLES.includes(name) ? ask(path, options) : undefined;
}

/** The rule set that a path asks about. @param {string} path */
const rulesIn = (path) => new URLSearchParams(path.split('?')[1]).get('rules') ?? '';

/** The rule sets of the tables on this device. @returns {Promise<string[]>} */
async function ownTables() {
  const rules = [];
  try {
    const root = await navigator.storage.getDirectory();
    /** @type {any} */
    const folder = await root.getDirectoryHandle('tables');
    for await (const name of folder.keys()) rules.push(name.replace(/\.linja$/, ''));
  } catch {
    // No such folder, or no such file system.
  }
  return rules;
}

/**
 * The exact answer from a table on this device, also while the server is there; undefined if there is none that can be used.
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function ownAnswer(path, options) {
  const [name = ''] = path.split('?');
  if (!hasEngine()) return undefined;
  const own = await ownTables();
  // The rule set of a review stands in its record: without a table the engine refuses at once.
  if (own.length === 0 || (name !== '/reviews' && !own.includes(rulesIn(path)))) return undefined;
  const answer = await ask(path, options).catch(() => undefined);
  return answer?.exact === false || answer?.margin === null ? undefined : answer;
}

/** What the storage knows; undefined without one. @template T @param {Promise<T>} asked */
const found = (asked) => asked.catch(() => undefined);

/**
 * The answer about a game that lives here; undefined if it does not.
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<any>}
 */
export async function answerKept(path, options) {
  const [, id = '', what = ''] = /^\/games\/([^/?]+)(?:\/([a-z]+))?(?:\?.*)?$/.exec(path) ?? [];
  const game = id === '' ? undefined : await found(keptGame(decodeURIComponent(id)));
  if (!game) return undefined;
  if (what === '') return look(game);
  if (what === 'commands') return command(game, options.body);
  if (what === 'reply' || what === 'clock') return goOn(game, await ask(pathOf(game.id, what), { body: { events: game.events }, signal: options.signal }));
  if (what === 'record') return recordOf(game);
  // By whoever is there: the server may have a table.
  if (what === 'review') return api.reviewRecord(await recordOf(game));
  return undefined;
}

/** @param {string} id @param {string} [what] */
const pathOf = (id, what = '') => `/games/${encodeURIComponent(id)}${what && `/${what}`}`;

/** @param {OwnGame} own @returns {OwnGame} */
const marked = (own) => ({ ...own, isKept: true });

/** @param {Pick<KeptGame, 'id' | 'events'>} game @returns {Promise<OwnGame>} */
const look = async ({ id, events }) => marked(await ask(pathOf(id, 'view'), { body: { events } }));

/** @param {KeptGame} game @returns {Promise<string>} */
const recordOf = ({ id, events }) => ask(pathOf(id, 'record'), { body: { events } });

/** @param {any} wish */
const create = async (wish) => keepNew(await ask('/games', { body: wish }));

/** @param {Changed} made */
async function keepNew({ events, you, invitation, game }) {
  const own = marked({ you, invitation, game });
  try {
    await keepGame(own, events, Date.now());
  } catch (error) {
    throw error instanceof NoStorage ? new ApiError({ code: 'no_storage' }) : error;
  }
  markKept();
  return own;
}

/** @param {KeptGame} kept @param {any} wish */
async function command(kept, wish) {
  return goOn(kept, await ask(pathOf(kept.id, 'commands'), { body: { events: kept.events, command: wish } }));
}

/** Keeps what has happened. @param {KeptGame} kept @param {Changed} answer */
async function goOn({ id, events: before }, { events, you, invitation, game, next }) {
  const now = marked({ you, invitation, game });
  if (events.length === 0) return now;
  // The next game first: a link must not lead to nothing.
  if (next) await keepNew(next);
  try {
    await addEvents(now, before.length, events, Date.now());
  } catch (error) {
    if (error instanceof NoStorage) throw new ApiError({ code: 'no_storage' });
    if (!(error instanceof MovedOn)) throw error;
    const current = await keptGame(id);
    throw new ApiError({ status: 409, code: 'stale', ...(current && { current: await look(current) }) });
  }
  return now;
}

/** A list of the server's games with those that live here. @param {{games: GameSummary[], next?: string}} answer */
export async function withKept(answer) {
  const kept = ((await found(keptGames())) ?? []).map(({ own }) => summaryOf(own));
  const isKept = (/** @type {GameSummary} */ game) => kept.some(({ id }) => id === game.id);
  return { ...answer, games: [...kept, ...answer.games.filter((game) => !isKept(game))] };
}

/** A game as lists show it. @param {OwnGame} own @returns {GameSummary} */
export const summaryOf = ({ you, game }) => ({
  id: game.id, seq: game.seq, you, status: game.status, rules: game.rules, opponent: game.opponent, players: game.players, match: game.match,
  clock: game.clock?.setting ?? null, position: game.position, turns: game.turns.length, to_move: game.to_move, score: game.score,
  result: game.result, previous: game.previous, next: game.next, created_at: game.created_at, updated_at: game.updated_at,
});

/** Games that live here and were played since a moment. @param {number} since in ms */
export const countSince = async (since) => ((await found(keptGames())) ?? []).filter(({ at }) => at >= since).length;

/** Copies a game of one's own, so that it can be looked at, and a turn be played, without a connection. @param {OwnGame} own */
export const copy = (own) => found(copyGame(own, Date.now()));

/** Copies a puzzle for times without a connection. @param {import('./puzzle.js').Puzzle} puzzle */
export const copyPuzzle = (puzzle) => found(copyOfPuzzle(puzzle));

/** Copies who wins with perfect play, for times without a connection. @param {import('./verdicts.js').Verdicts} answer */
export const copyVerdicts = (answer) => found(copyOfVerdicts(answer));

/** Keeps what came with this copy of the page as files of its own: the puzzles of the next days, and the verdicts. */
export const keepFiles = () => Promise.all([found(keepPuzzles()), found(verdictsHere())]);

/** @param {boolean} isAll also the games that live here */
export const forget = (isAll) => found(forgetGames(isAll));
