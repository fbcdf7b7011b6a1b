// The engine of Linja: rules, values, search and games, as the WebAssembly module of the project answers.
import { filesAt } from './files.js';
import { engineOf } from './module.js';

export { fileSource } from './files.js';
export { blobSource, urlSource } from './sources.js';

/** @typedef {import('./index.d.ts').Source} Source */
/** @typedef {import('./index.d.ts').Played} Played */

/** An answer that is not what was asked for, such as of a turn that is not legal. */
export class Problem extends Error {
  /** @param {{status: number, body: any}} answer */
  constructor({ status, body }) {
    super(body?.detail ?? `status ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.code = body?.code;
    this.body = body;
  }
}

/** The tables for the engine. One that can't be read is an error: who has a table wants exact values. @param {Record<string, Source>} sources */
function tablesOf(sources) {
  const known = Object.entries(sources).map(([rules, { bytes, version }]) => ({ rules, bytes, version }));
  return {
    known: () => known,
    /** @param {string} rules @param {[number, number][]} ranges */
    read: (rules, ranges) => Promise.all(ranges.map(async ([start, end]) => ({ start, part: await /** @type {Source} */ (sources[rules]).read(start, end) }))),
    /** @param {string} rules @param {unknown} why */
    refuse(rules, why) {
      throw new Error(`the table of ${rules} can't be used: ${why}`);
    },
  };
}

/** @param {string} path @param {Record<string, unknown>} query */
function pathOf(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** A random id, also where the browser has no `randomUUID`: on hosts without TLS. */
function newId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** @type {typeof import('./index.d.ts').createEngine} */
export async function createEngine({ files = new URL('./', import.meta.url), tables = {}, language = 'en' } = {}) {
  const file = typeof files === 'function' ? files : filesAt(files);
  const compiled = await WebAssembly.compile(await file('engine/linja.wasm'));
  const start = async () => engineOf((await WebAssembly.instantiate(compiled)).exports, { file, tables: tablesOf(tables) });
  /** @type {Awaited<ReturnType<typeof start>> | undefined} */
  let engine = await start();
  /** The engine answers one request at a time. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /** @type {import('./index.d.ts').Engine['ask']} */
  const ask = (request) => {
    const answered = last.then(async () => {
      engine ??= await start();
      return engine.ask({ language, ...request });
    });
    last = answered.catch((error) => {
      // An instance that failed is not used again.
      if (error instanceof WebAssembly.RuntimeError) engine = undefined;
    });
    return answered;
  };
  /** The body of an answer. @param {'GET' | 'POST'} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
  const found = async (method, path, body = null) => {
    const answer = await ask({ method, path, body });
    if (answer.status !== 200) throw new Problem(answer);
    return answer.body;
  };
  /** Goes on with a game. @param {Played} before @param {string} action @param {object} [more] @returns {Promise<Played>} */
  const goOn = async ({ game, events }, action, more = {}) => {
    const { events: added, ...now } = await found('POST', `/games/${game.id}/${action}`, { events, ...more });
    return { ...now, events: [...events, ...(added ?? [])] };
  };

  return {
    ask,
    position: (pos, { rules, values } = {}) => found('GET', pathOf('/position', { pos, rules, values })),
    turns: (pos, { rules } = {}) => found('GET', pathOf('/position/turns', { pos, rules })),
    hint: (pos, { rules, estimates = true } = {}) => found('GET', pathOf('/position/hint', { pos, rules, estimates })),
    line: (pos, { rules } = {}) => found('GET', pathOf('/position/line', { pos, rules })),
    review: (record, { estimates = true } = {}) => found('POST', '/reviews', { record, estimates }),
    rules: (id) => found('GET', id === undefined ? '/rules' : `/rules/${encodeURIComponent(id)}`),
    game: {
      create: (wish) => found('POST', '/games', { id: newId(), ...wish }),
      command: (played, wish) => goOn(played, 'commands', { command: { id: newId(), seen: played.game.seq, ...wish } }),
      reply: (played) => goOn(played, 'reply'),
      clock: (played) => goOn(played, 'clock'),
      view: (played) => goOn(played, 'view'),
      record: ({ game, events }) => found('POST', `/games/${game.id}/record`, { events }),
    },
  };
}
