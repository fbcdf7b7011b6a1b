// Files: those of the package, and tables on a disk.

/**
 * The file system of Node.js. Not an import: bundlers for browsers would look for it.
 * @returns {typeof import('node:fs/promises')}
 */
function fileSystem() {
  const found = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!found) throw new Error('there is no file system here');
  return found;
}

/** Reads files at or below an address. @param {URL | string} place @returns {(path: string) => Promise<Uint8Array<ArrayBuffer>>} */
export const filesAt = (place) => async (path) => {
  const address = new URL(path, place);
  if (address.protocol === 'file:') return new Uint8Array(await fileSystem().readFile(address));
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

/**
 * A table on a disk. The file is opened for each part, so there is nothing to close.
 * @type {typeof import('./index.d.ts').fileSource}
 */
export async function fileSource(path) {
  const { open, stat } = fileSystem();
  /** @param {import('node:fs').Stats} found */
  const versionOf = (found) => `${found.ino} ${found.mtimeMs}`;
  const found = await stat(path);
  const version = versionOf(found);
  return {
    bytes: found.size,
    version,
    async read(start, end) {
      const file = await open(path);
      try {
        // Parts of two files must not be mixed.
        if (versionOf(await file.stat()) !== version) throw new Error('the file has changed');
        const { bytesRead, buffer } = await file.read(new Uint8Array(end - start), 0, end - start, start);
        if (bytesRead !== end - start) throw new Error('the file is too short');
        return buffer;
      } finally {
        await file.close();
      }
    },
  };
}
