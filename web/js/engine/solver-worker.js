/**
 * Solves a rule set into the private file system of this origin, off the page's thread, with the WebAssembly module of
 * `crates/linja-solver`. The page begins with `{ solve: id }`, then may send `{ pause: boolean }` and `{ cancel: true }`. It is
 * told `{ positions }` after every layer, and at the end one of `{ done: hash }`, `{ failed, detail }` and
 * `{ cancelled: true }`. Then it ends the worker, which frees the memory.
 *
 * The table grows under a temporary name, and gets its own when it is complete and on the disk.
 */

/** @typedef {import('./solver.js').Failure} Failure */

/**
 * @typedef {object} Module the exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} alloc memory to hand over
 * @property {(id: number, length: number) => number} begin
 * @property {() => number} layer
 * @property {() => number} positions
 * @property {() => number} finish
 * @property {() => number} hash
 * @property {() => number} is_published
 */

/** What the functions of the module return. */
const MORE = 1;
const DONE = 0;
const MEMORY = -2;
const OUTPUT = -3;

/** Chromium's number for a full file system. */
const NO_SPACE = -8;

/** Hexadecimal digits of a hash. */
const DIGITS = 32;

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

/** The file of one table, open for writing. */
class Output {
  /** @type {unknown} */
  error = null;
  /** @type {WebAssembly.Memory | undefined} of the module */
  memory;
  /** @param {any} handle a synchronous access handle, which only workers have */
  constructor(handle) {
    this.handle = handle;
  }

  /**
   * Writes bytes of the module's memory, or remembers why not: an exception must not cross the module.
   * @param {number} place
   * @param {number} length
   * @param {number} at
   */
  write(place, length, at) {
    try {
      const bytes = new Uint8Array(/** @type {WebAssembly.Memory} */ (this.memory).buffer, place, length);
      for (let written = 0; written < bytes.length;) {
        const count = this.handle.write(bytes.subarray(written), { at: at + written });
        // Chromium returns its negative number of an error as an unsigned one, instead of throwing.
        if (count === 0 || (count | 0) === NO_SPACE) throw new DOMException('there is no space', 'QuotaExceededError');
        if (count > length - written) throw new DOMException(`error ${count | 0}`, 'UnknownError');
        written += count;
      }
      return 1;
    } catch (error) {
      this.error = error;
      return 0;
    }
  }
}

/** @param {Output} output @returns {Promise<Module>} */
async function load(output) {
  const response = await fetch(MODULE).catch((error) => { throw new Failed('offline', error); });
  if (!response.ok) throw new Failed('offline', response.status);
  const compiled = await response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes)).catch((error) => {
    throw new Failed(isNamed(error, 'CompileError') ? 'browser' : 'offline', error);
  });
  const page = { write: output.write.bind(output) };
  const instance = await WebAssembly.instantiate(compiled, { page }).catch((error) => { throw new Failed('memory', error); });
  const module = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
  output.memory = module.memory;
  return module;
}

/** Lets messages in, and waits while the page wants a pause. */
async function breathe() {
  await new Promise((done) => setTimeout(done));
  while (isPaused && !isCancelled) await new Promise((/** @type {(value: void) => void} */ done) => { wake = done; });
}

/** Checks what a function of the module returned. @param {number} outcome @param {Output} output */
function check(outcome, output) {
  if (outcome === MEMORY) throw new Failed('memory');
  if (outcome === OUTPUT) throw writeFailure(output.error);
  if (outcome < DONE) throw new Failed('internal');
  return outcome === MORE;
}

/** Solves into an open file, and returns the hash of all values; empty if it was cancelled. @param {string} id @param {Output} output */
async function solveInto(id, output) {
  const module = await load(output);
  const name = new TextEncoder().encode(id);
  const place = module.alloc(name.length);
  new Uint8Array(module.memory.buffer, place, name.length).set(name);
  check(module.begin(place, name.length), output);
  do {
    postMessage({ positions: module.positions() });
    await breathe();
    if (isCancelled) return '';
  } while (check(module.layer(), output));
  check(module.finish(), output);
  // The published values were computed and verified elsewhere: others come from a fault of this device.
  if (module.is_published() === 0) throw new Failed('wrong');
  return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.hash(), DIGITS));
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
    hash = await solveInto(id, new Output(handle));
    handle.flush();
  } catch (error) {
    throw error instanceof DOMException ? writeFailure(error) : error;
  } finally {
    handle.close();
    if (hash === '') await folder.removeEntry(partial).catch(() => undefined);
  }
  if (hash === '') return;
  await file.move(folder, `${id}.linja`);
  postMessage({ done: hash });
}

/** @param {string} id */
async function run(id) {
  try {
    await solve(id);
    if (isCancelled) postMessage({ cancelled: true });
  } catch (error) {
    const known = error instanceof Failed ? error : isNamed(error, 'RangeError') ? new Failed('memory', error) : writeFailureOf(error);
    postMessage({ failed: known.code, detail: String(known.cause ?? known.stack) });
  }
}

/** @param {unknown} error */
const writeFailureOf = (error) => (error instanceof DOMException ? writeFailure(error) : new Failed('internal', error));

addEventListener('message', ({ data: { solve: id, pause, cancel } }) => {
  if (id !== undefined) run(id);
  if (pause !== undefined) isPaused = pause;
  if (cancel) isCancelled = true;
  wake();
});
