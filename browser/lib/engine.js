// The engine of the page, run by Node: the same module and the same files as in a browser, from a server.

/** @typedef {{status: number, body: any}} Answer */

/** @param {string} origin */
export async function startEngine(origin) {
  /** @param {string} path @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async function file(path) {
    const response = await fetch(`${origin}/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
  const { instance } = await WebAssembly.instantiate(await file('engine/linja.wasm'));
  const { memory, alloc, answer, answered, give } = /** @type {any} */ (instance.exports);
  const put = (/** @type {Uint8Array} */ bytes) => {
    const place = alloc(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    return place;
  };
  /** The paths of the files that were fetched. @type {string[]} */
  const files = [];
  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {{body?: unknown, language?: string, now?: number, seed?: number[]}} [more]
   * @returns {Promise<Answer>}
   */
  async function ask(method, path, more = {}) {
    const seed = Array.from({ length: 32 }, () => Math.floor(Math.random() * 256));
    const request = new TextEncoder().encode(JSON.stringify({ method, path, body: null, language: 'en', now: Date.now(), seed, ...more }));
    for (;;) {
      const length = answer(put(request), request.length);
      const { needs, ...found } = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length)));
      if (!needs) return found;
      if (files.includes(needs)) throw new Error(`${needs} was given already`);
      files.push(needs);
      const [name, content] = [new TextEncoder().encode(needs), await file(needs)];
      give(put(name), name.length, put(content), content.length);
    }
  }
  return { ask, files, bytes: () => memory.buffer.byteLength };
}
