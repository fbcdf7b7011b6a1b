// Solving a rule set, with the WebAssembly module of the project.
import { filesAt } from './files.js';
import { solveWith } from './solver-module.js';

export { SolveError } from './solver-module.js';

/** @type {typeof import('./solver.d.ts').solve} */
export async function solve(rules, { write, onProgress, signal, files = new URL('./', import.meta.url) }) {
  const file = typeof files === 'function' ? files : filesAt(files);
  signal?.throwIfAborted();
  const compiled = await WebAssembly.compile(await file('engine/solver.wasm'));
  const done = await solveWith(compiled, rules, {
    write(bytes, offset) {
      const written = write(bytes, offset);
      // A promise is none either: the bytes are those of the module, which goes on and changes them.
      if (written !== undefined && written !== bytes.length) throw new TypeError('write must have written all bytes when it returns');
    },
    async onLayer(positions) {
      onProgress?.(positions);
      // Lets others do something, such as cancel.
      await new Promise((go) => { setTimeout(go); });
    },
    isCancelled: () => signal?.aborted ?? false,
  });
  if (!done) throw signal?.reason;
  return done;
}
