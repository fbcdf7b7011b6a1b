/**
 * Answers requests with the engine, off the page's thread. A message `{ id, request }` is answered by `{ id, answer }`; the
 * engine itself is the WebAssembly module of `crates/linja-wasm`. A message `{ host }` names the tables of the host, and
 * `{ id, asks: 'tables' }` is answered by the rule sets whose tables can be read.
 */
import { engineOf } from './module.js';
import { known, read, readable, refuse, setHost } from './tables.js';

/** The folder of the page's files of this version. */
const FOLDER = new URL('../../', import.meta.url);

/** @param {string} path @returns {Promise<Response>} */
async function file(path) {
  const response = await fetch(new URL(path, FOLDER));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** @param {string} path */
const bytesOf = async (path) => new Uint8Array(await (await file(path)).arrayBuffer());

async function load() {
  const response = await file('engine/linja.wasm');
  // Some hosts do not know the media type, and then the browser does not compile while it loads.
  const isKnown = response.headers.get('content-type') === 'application/wasm';
  const { instance } = isKnown ? await WebAssembly.instantiateStreaming(response) : await WebAssembly.instantiate(await response.arrayBuffer());
  return engineOf(instance.exports, { file: bytesOf, tables: { known, read, refuse } });
}

/** @type {ReturnType<typeof load> | undefined} */
let engine;

/** @param {import('./wasm.js').Request} request */
async function answer(request) {
  engine ??= load();
  return (await engine).ask(request);
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
      engine = undefined;
      const code = error instanceof WebAssembly.RuntimeError ? 'internal' : 'offline';
      postMessage({ id, answer: { status: code === 'internal' ? 500 : 0, body: { code, detail: String(error) } } });
    }
  });
});
