// The engine of the page, run by Node: the same module and the same files as in a browser, from a server.
import { engineOf } from '../../web/js/engine/module.js';

/** @typedef {import('../../web/js/engine/module.js').Answer} Answer */

/** @param {string} origin */
export async function startEngine(origin) {
  /** The paths of the files that were fetched. @type {string[]} */
  const files = [];
  /** @param {string} path @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async function file(path) {
    if (files.includes(path)) throw new Error(`${path} was given already`);
    files.push(path);
    const response = await fetch(`${origin}/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
  const { instance } = await WebAssembly.instantiate(await file('engine/linja.wasm'));
  const tables = { known: () => [], read: async () => undefined, refuse: () => undefined };
  const engine = engineOf(instance.exports, { file, tables });
  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {{body?: unknown, language?: string, now?: number, seed?: number[]}} [more]
   * @returns {Promise<Answer>}
   */
  const ask = (method, path, more = {}) => engine.ask({ method, path, ...more });
  const memory = /** @type {WebAssembly.Memory} */ (instance.exports['memory']);
  return { ask, files, bytes: () => memory.buffer.byteLength };
}
