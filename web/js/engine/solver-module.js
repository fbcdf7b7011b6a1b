/**
 * Solves a rule set with the WebAssembly module of `crates/linja-solver`. Knows neither pages nor workers: the page and the npm
 * package use it.
 */

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

/**
 * @typedef {object} Around what solving needs
 * @property {(bytes: Uint8Array, offset: number) => void} write writes to the table's file before it returns, or throws
 * @property {(positions: number) => unknown} onLayer told the positions solved so far, before each layer; solving goes on when what it
 *   returns has settled
 * @property {() => boolean} isCancelled asked after `onLayer`
 */

/** @typedef {{hash: string, isPublished: boolean | null}} Done `isPublished`: whether the hash is the published one, null if there is none */

/** What the functions of the module return. */
const MORE = 1;
const DONE = 0;
const MISUSE = -1;
const MEMORY = -2;
const OUTPUT = -3;

/** Hexadecimal digits of a hash. */
const DIGITS = 32;

/** @typedef {'rules' | 'memory' | 'output' | 'internal'} Code */

/** @type {Record<Code, string>} */
const MESSAGES = {
  rules: 'there are no such rules',
  memory: 'there is not enough memory',
  output: 'the table could not be written',
  internal: 'the solver failed',
};

/** Why a rule set was not solved. The cause of `output` is what `write` has thrown. */
export class SolveError extends Error {
  /** @param {Code} code @param {unknown} [cause] */
  constructor(code, cause) {
    super(MESSAGES[code], { cause });
    this.name = 'SolveError';
    this.code = code;
  }
}

/** A new instance, and what says whether a function of it has returned that there is more to do. @param {WebAssembly.Module} compiled @param {Around['write']} write */
async function start(compiled, write) {
  /** @type {unknown} */
  let error;
  const page = {
    /** Writes bytes of the module's memory, or remembers why not: an exception must not cross the module. @type {(place: number, length: number, offset: number) => number} */
    write(place, length, offset) {
      try {
        write(new Uint8Array(module.memory.buffer, place, length), offset);
        return 1;
      } catch (thrown) {
        error = thrown;
        return 0;
      }
    },
  };
  const instance = await WebAssembly.instantiate(compiled, { page }).catch((thrown) => { throw new SolveError('memory', thrown); });
  const module = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
  /** @param {number} outcome */
  function check(outcome) {
    if (outcome === MEMORY) throw new SolveError('memory');
    if (outcome === OUTPUT) throw new SolveError('output', error);
    if (outcome < DONE) throw new SolveError('internal');
    return outcome === MORE;
  }
  return { module, check };
}

/**
 * Solves a rule set with a new instance of the module. It takes up to 1.2 GB of memory, which is free again afterwards.
 * @param {WebAssembly.Module} compiled
 * @param {string} id
 * @param {Around} around
 * @returns {Promise<Done | null>} null if it was cancelled
 */
export async function solveWith(compiled, id, { write, onLayer, isCancelled }) {
  const { module, check } = await start(compiled, write);
  const name = new TextEncoder().encode(id);
  const place = module.alloc(name.length);
  new Uint8Array(module.memory.buffer, place, name.length).set(name);
  const begun = module.begin(place, name.length);
  if (begun === MISUSE) throw new SolveError('rules');
  check(begun);
  do {
    await onLayer(module.positions());
    if (isCancelled()) return null;
  } while (check(module.layer()));
  check(module.finish());
  const hash = new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.hash(), DIGITS));
  const isPublished = module.is_published();
  return { hash, isPublished: isPublished < 0 ? null : isPublished === 1 };
}
