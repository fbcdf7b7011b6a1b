/**
 * Asks the WebAssembly module of `crates/linja-wasm`, and brings what its answers need: files, and parts of tables. Knows neither
 * pages nor workers: the page, the npm package and the tests use it.
 */

/**
 * @typedef {object} Module the exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} alloc memory to hand over
 * @property {(request: number, length: number) => number} answer the length of the answer
 * @property {() => number} answered where the answer is
 * @property {(path: number, pathLength: number, content: number, contentLength: number) => void} give
 * @property {(offset: bigint, content: number, length: number) => void} give_part
 */

/**
 * @typedef {object} Request
 * @property {'GET' | 'POST'} method
 * @property {string} path below `/api/v1`, with its query
 * @property {unknown} [body]
 * @property {string} [language] of problems
 * @property {number} [now] milliseconds since 1970; the present by default
 * @property {number[]} [seed] 32 random bytes; drawn by default
 */

/** @typedef {{status: number, body: any}} Answer as from the server */

/** @typedef {import('./sources.js').Range} Range */
/** @typedef {{rules: string, bytes: number | null, version: string}} Table one that can be read; without a length it must be opened */

/**
 * @typedef {object} Tables
 * @property {() => Table[] | Promise<Table[]>} known the tables that can be read now
 * @property {(rules: string, ranges: Range[]) => Promise<{start: number, part: Uint8Array}[] | undefined>} read all ranges at once, or
 *   opens the table if there are none; undefined if the engine must be asked again without them
 * @property {(rules: string, why: unknown) => void} refuse leaves a table alone that the engine can't use
 */

/** @typedef {string | {table: string, ranges: Range[]}} Needs a file by its path, or parts of a table */

/** No answer needs more: perfect play to the end of a game, turn by turn from a table. */
const MOST_ROUNDS = 1_000;

/** A request with all that the module wants to know. @param {Request} request */
const whole = (request) => ({
  body: null, language: 'en', now: Date.now(), ...request, seed: request.seed ?? [...crypto.getRandomValues(new Uint8Array(32))],
});

/** Copies bytes into the module's memory. @param {Module} module @param {Uint8Array} bytes */
function put(module, bytes) {
  const place = module.alloc(bytes.length);
  new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

/** @param {Module} module @param {unknown} request @returns {Answer & {needs?: Needs, refused?: string, why?: string}} */
function once(module, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const length = module.answer(put(module, bytes), bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.answered(), length)));
}

/**
 * The engine around an instance of the module.
 * @param {WebAssembly.Exports} exports
 * @param {{file: (path: string) => Promise<Uint8Array>, tables: Tables}} around `file` reads a file of the page, by its path
 * @returns {{ask: (request: Request) => Promise<Answer>}} which answers one request at a time: its caller waits for an answer before
 *   asking again. After an error of WebAssembly the instance can't be used any more.
 */
export function engineOf(exports, { file, tables }) {
  const module = /** @type {Module} */ (/** @type {unknown} */ (exports));

  /** Brings what an answer needs. @param {Needs} needs */
  async function bring(needs) {
    if (typeof needs === 'string') {
      const [path, content] = [new TextEncoder().encode(needs), await file(needs)];
      module.give(put(module, path), path.length, put(module, content), content.length);
      return;
    }
    for (const { start, part } of (await tables.read(needs.table, needs.ranges)) ?? []) {
      module.give_part(BigInt(start), put(module, part), part.length);
    }
  }

  return {
    async ask(request) {
      const asked = whole(request);
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
        const { needs, refused, why, ...answered } = once(module, { ...asked, tables: await tables.known() });
        if (refused !== undefined) tables.refuse(refused, why);
        else if (needs === undefined) return answered;
        else await bring(needs);
      }
      throw new Error(`${request.path} needs too much`);
    },
  };
}
