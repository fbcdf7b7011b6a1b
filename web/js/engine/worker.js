/**
 * Answers requests with the engine, off the page's thread. A message `{ id, request }` is answered by `{ id, answer }`; the
 * engine itself is the WebAssembly module of `crates/linja-wasm`. A message `{ host }` names the tables of the host, and
 * `{ id, asks: 'tables' }` is answered by the rule sets whose tables can be read.
 */
import { known, read, readable, refuse, setHost } from './tables.js';

/** @typedef {import('./wasm.js').Request} Request */
/** @typedef {import('./wasm.js').Answer} Answer */

/**
 * @typedef {object} Module the exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} alloc memory to hand over
 * @property {(request: number, length: number) => number} answer the length of the answer
 * @property {() => number} answered where the answer is
 * @property {(path: number, pathLength: number, content: number, contentLength: number) => void} give
 * @property {(offset: bigint, content: number, length: number) => void} give_part
 */

/** @typedef {string | {table: string, ranges: import('./tables.js').Range[]}} Needs a file by its path, or parts of a table */

/** The folder of the page's files of this version. */
const FOLDER = new URL('../../', import.meta.url);
/** No answer needs more: perfect play to the end of a game, turn by turn from a table. */
const MOST_ROUNDS = 1_000;

/** @param {string} path @returns {Promise<Response>} */
async function file(path) {
  const response = await fetch(new URL(path, FOLDER));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** @returns {Promise<Module>} */
async function load() {
  const response = await file('engine/linja.wasm');
  // Some hosts do not know the media type, and then the browser does not compile while it loads.
  const isKnown = response.headers.get('content-type') === 'application/wasm';
  const { instance } = isKnown ? await WebAssembly.instantiateStreaming(response) : await WebAssembly.instantiate(await response.arrayBuffer());
  return /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
}

/** @type {Promise<Module> | undefined} */
let module;

/** Copies bytes into the module's memory. @param {Module} engine @param {Uint8Array} bytes */
function put(engine, bytes) {
  const place = engine.alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

/** @param {Module} engine @param {Uint8Array} request @returns {Answer & {needs?: Needs, refused?: string, why?: string}} */
function once(engine, request) {
  const length = engine.answer(put(engine, request), request.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answered(), length)));
}

/** Brings what an answer needs. @param {Module} engine @param {Needs} needs */
async function bring(engine, needs) {
  if (typeof needs === 'string') {
    const path = new TextEncoder().encode(needs);
    const content = new Uint8Array(await (await file(needs)).arrayBuffer());
    engine.give(put(engine, path), path.length, put(engine, content), content.length);
    return;
  }
  for (const { start, part } of (await read(needs.table, needs.ranges)) ?? []) {
    engine.give_part(BigInt(start), put(engine, part), part.length);
  }
}

/** @param {Request} request @returns {Promise<Answer>} */
async function answer(request) {
  module ??= load();
  const engine = await module;
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...request, tables: await known() }));
    const { needs, refused, why, ...answered } = once(engine, bytes);
    if (refused !== undefined) refuse(refused, why);
    else if (needs === undefined) return answered;
    else await bring(engine, needs);
  }
  throw new Error(`${request.path} needs too much`);
}

/** One request at a time: the engine can't do two. */
let last = Promise.resolve();

addEventListener('message', ({ data: { id, request, asks, host } }) => {
  if (host) setHost(host);
  if (id === undefined) return;
  last = last.then(async () => {
    postMessage({ id, begun: true });
    try {
      postMessage({ id, answer: asks === 'tables' ? { status: 200, body: await readable() } : await answer(request) });
    } catch (error) {
      // A module that failed is not used again. A file that could not be fetched is fetched anew by the next request.
      module = undefined;
      const code = error instanceof WebAssembly.RuntimeError ? 'internal' : 'offline';
      postMessage({ id, answer: { status: code === 'internal' ? 500 : 0, body: { code, detail: String(error) } } });
    }
  });
});
