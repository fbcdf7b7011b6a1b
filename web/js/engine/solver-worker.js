/**
 * Solves a rule set into the private file system of this origin, off the page's thread, with the WebAssembly module of
 * `crates/linja-solver`. The page begins with `{ solve: id }`, then may send `{ pause: boolean }` and `{ cancel: true }`. It is
 * told `{ positions }` after every layer, and at the end one of `{ done: hash }`, `{ failed, detail }` and
 * `{ cancelled: true }`. Then it ends the worker, which frees the memory.
 *
 * The table grows under a temporary name, and gets its own when it is complete and on the disk.
 */
import { SolveError, solveWith } from './solver-module.js';

/** @typedef {import('./solver.js').Failure} Failure */

/** Chromium's number for a full file system. */
const NO_SPACE = -8;

const MODULE = new URL('../../engine/solver.wasm', import.meta.url);

class Failed extends Error {
  /** @param {Failure} code @param {unknown} [cause] */
  constructor(code, cause) {
    super(code, { cause });
    this.code = code;
  }
}

/** @param {unknown} error @param {string} name */
const isNamed = (error, name) => error instanceof Error && error.name === name;

/** What a failed write to the disk means. @param {unknown} error @returns {Failed} */
const writeFailure = (error) => new Failed(isNamed(error, 'QuotaExceededError') ? 'storage' : 'file', error);

let isPaused = false;
let isCancelled = false;
/** @type {() => void} */
let wake = () => undefined;

/**
 * Writes to the file of a table.
 * @param {any} handle a synchronous access handle, which only workers have
 * @returns {(bytes: Uint8Array, offset: number) => void}
 */
const writerTo = (handle) => (bytes, offset) => {
  for (let written = 0; written < bytes.length;) {
    const count = handle.write(bytes.subarray(written), { at: offset + written });
    // Chromium returns its negative number of an error as an unsigned one, instead of throwing.
    if (count === 0 || (count | 0) === NO_SPACE) throw new DOMException('there is no space', 'QuotaExceededError');
    if (count > bytes.length - written) throw new DOMException(`error ${count | 0}`, 'UnknownError');
    written += count;
  }
};

async function load() {
  const response = await fetch(MODULE).catch((error) => { throw new Failed('offline', error); });
  if (!response.ok) throw new Failed('offline', response.status);
  return response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)).catch((error) => {
    throw new Failed(isNamed(error, 'CompileError') ? 'browser' : 'offline', error);
  });
}

/** Lets messages in, and waits while the page wants a pause. */
async function breathe() {
  await new Promise((done) => setTimeout(done));
  while (isPaused && !isCancelled) await new Promise((/** @type {(value: void) => void} */ done) => { wake = done; });
}

/** Solves into an open file, and returns the hash of all values; empty if it was cancelled. @param {string} id @param {any} handle */
async function solveInto(id, handle) {
  const done = await solveWith(await load(), id, {
    write: writerTo(handle),
    async onLayer(positions) {
      postMessage({ positions });
      await breathe();
    },
    isCancelled: () => isCancelled,
  });
  // The published values were computed and verified elsewhere: others come from a fault of this device.
  if (done?.isPublished === false) throw new Failed('wrong');
  return done?.hash ?? '';
}

/** @param {string} id */
async function solve(id) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('tables', { create: true });
  const partial = `${id}.partial`;
  /** @type {any} */
  const file = await folder.getFileHandle(partial, { create: true });
  if (!file.createSyncAccessHandle || !file.move) throw new Failed('browser');
  // Only one worker may have it: another window may be solving the same.
  const handle = await file.createSyncAccessHandle().catch((/** @type {unknown} */ error) => { throw new Failed('busy', error); });
  let hash = '';
  try {
    handle.truncate(0);
    hash = await solveInto(id, handle);
    handle.flush();
  } finally {
    handle.close();
    if (hash === '') await folder.removeEntry(partial).catch(() => undefined);
  }
  if (hash === '') return;
  await file.move(folder, `${id}.linja`);
  postMessage({ done: hash });
}

/** @param {unknown} error @returns {Failed} */
function failureOf(error) {
  if (error instanceof Failed) return error;
  if (error instanceof SolveError && error.code === 'output') return writeFailure(error.cause);
  if (error instanceof SolveError) return new Failed(error.code === 'memory' ? 'memory' : 'internal', error);
  if (error instanceof DOMException) return writeFailure(error);
  return new Failed(isNamed(error, 'RangeError') ? 'memory' : 'internal', error);
}

/** @param {string} id */
async function run(id) {
  try {
    await solve(id);
    if (isCancelled) postMessage({ cancelled: true });
  } catch (error) {
    const { code, cause, stack } = failureOf(error);
    postMessage({ failed: code, detail: String(cause ?? stack) });
  }
}

addEventListener('message', ({ data: { solve: id, pause, cancel } }) => {
  if (id !== undefined) run(id);
  if (pause !== undefined) isPaused = pause;
  if (cancel) isCancelled = true;
  wake();
});
