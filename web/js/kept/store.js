/**
 * What this device keeps in IndexedDB: games that live here, with all their events; the last state of games on the server; answers
 * that are asked for again without a connection. Knows neither the page nor the rules.
 */

/** @typedef {import('../types').OwnGame} OwnGame */
/** @typedef {{id: string, events: unknown[], own: OwnGame, at: number}} KeptGame `own` as it was after the last event, for lists; `at`: of the last change, in ms */
/** @typedef {{id: string, own: OwnGame, at: number}} SeenGame */
/** @typedef {{path: string, answer: any, at: number}} KeptAnswer */
/** @typedef {'games' | 'seen' | 'answers'} Place */

const NAME = 'linja';
/** A later version adds places and leaves what is in the others. */
const VERSION = 1;
/** The most copies of what the server has. Games that live here are never deleted to make room. */
const MOST_COPIES = 200;

/** The browser keeps nothing: a private window, or no room. */
export class NoStorage extends Error {}
/** Another tab has gone on with the game. */
export class MovedOn extends Error {}

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) return reject(new NoStorage('no IndexedDB'));
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      for (const [place, keyPath] of /** @type {[Place, string][]} */ ([['games', 'id'], ['seen', 'id'], ['answers', 'path']])) {
        if (!asked.result.objectStoreNames.contains(place)) asked.result.createObjectStore(place, { keyPath });
      }
    };
    asked.onerror = () => reject(new NoStorage(String(asked.error)));
    asked.onblocked = () => reject(new NoStorage('another tab holds an older version'));
    asked.onsuccess = () => {
      const found = asked.result;
      // A newer version in another tab must not wait for this one.
      found.onversionchange = () => {
        found.close();
        opened = null;
      };
      found.onclose = () => {
        opened = null;
      };
      resolve(found);
    };
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(new NoStorage(String(request.error)));
});

/** @param {Place} place @param {string} key @returns {Promise<any>} undefined if there is none */
async function get(place, key) {
  return done((await database()).transaction(place).objectStore(place).get(key));
}

/** @param {Place} place @returns {Promise<any[]>} */
async function all(place) {
  return done((await database()).transaction(place).objectStore(place).getAll());
}

/**
 * Changes one entry in one transaction. What it returns is on the disk when this resolves.
 * @param {Place} place
 * @param {string} key
 * @param {(known: any) => any} make throws to leave everything as it was
 */
async function change(place, key, make) {
  const transaction = (await database()).transaction(place, 'readwrite', { durability: 'strict' });
  const written = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(new NoStorage(String(transaction.error)));
  });
  const store = transaction.objectStore(place);
  const known = await done(store.get(key));
  try {
    store.put(make(known));
  } catch (error) {
    written.catch(() => undefined);
    transaction.abort();
    throw error;
  }
  await written;
}

/** @param {string} id @returns {Promise<KeptGame | undefined>} */
export const keptGame = (id) => get('games', id);

/** @returns {Promise<KeptGame[]>} */
export const keptGames = () => all('games');

/** Keeps a new game. @param {OwnGame} own @param {unknown[]} events @param {number} at */
export const keepGame = (own, events, at) => change('games', own.game.id, (known) => known ?? { id: own.game.id, events, own, at });

/**
 * Adds events to a game.
 * @param {OwnGame} own the state after them
 * @param {number} seen how many events there were before
 * @param {unknown[]} events
 * @param {number} at
 */
export const addEvents = (own, seen, events, at) => change('games', own.game.id, (/** @type {KeptGame | undefined} */ known) => {
  if (known?.events.length !== seen) throw new MovedOn(`${known?.events.length} events, not ${seen}`);
  return { id: known.id, events: [...known.events, ...events], own, at };
});

/** Copies the state of a game on the server. @param {OwnGame} own @param {number} at */
export async function copyGame(own, at) {
  await change('seen', own.game.id, () => ({ id: own.game.id, own, at }));
  await trim('seen', 'id');
}

/** @param {string} id @returns {Promise<OwnGame | undefined>} */
export const copiedGame = async (id) => (await get('seen', id))?.own;

/** @param {string} path @param {any} answer @param {number} at */
export async function copyAnswer(path, answer, at) {
  await change('answers', path, () => ({ path, answer, at }));
  await trim('answers', 'path');
}

/** @param {string} path @returns {Promise<any>} */
export const copiedAnswer = async (path) => (await get('answers', path))?.answer;

/** Forgets the oldest copies. @param {'seen' | 'answers'} place @param {'id' | 'path'} key */
async function trim(place, key) {
  const found = await all(place);
  if (found.length <= MOST_COPIES) return;
  const old = found.sort((a, b) => a.at - b.at).slice(0, found.length - MOST_COPIES);
  const store = (await database()).transaction(place, 'readwrite').objectStore(place);
  for (const each of old) store.delete(each[key]);
}

/** Forgets the copies of games on the server, when the device goes over to another person; with `isAll` the games that live here, too. @param {boolean} isAll */
export async function forgetGames(isAll) {
  const places = /** @type {Place[]} */ (isAll ? ['seen', 'games'] : ['seen']);
  const transaction = (await database()).transaction(places, 'readwrite');
  await Promise.all(places.map((place) => done(transaction.objectStore(place).clear())));
}
