/**
 * Where the parts of a table come from: a file on this device, or a file of a web server, by requests for ranges of bytes. A host that
 * sends no ranges is recognised by its first answer, which is cancelled: a table has 200 MB and more.
 */

/**
 * @typedef {object} Source an opened table
 * @property {number} bytes the length of the file
 * @property {string} version another text once the file has changed
 * @property {(start: number, end: number) => Promise<Uint8Array>} read
 */

/** @typedef {[start: number, end: number]} Range */

/** The first bytes of a table, which the engine needs before all others. */
const HEADER = 256;
/** How long a host may take for a range, in ms. */
const PATIENCE = 15_000;

/** A failure that lasts. */
export class Unsuitable extends Error {}
/** The file is another one than when it was opened. Parts of both must not be mixed. */
export class Changed extends Error {}

/** A file that is here as a whole. @param {Blob & {lastModified?: number}} blob @returns {Source} */
export const blobSource = (blob) => ({
  bytes: blob.size,
  version: String(blob.lastModified ?? ''),
  read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
});

/** @param {URL | string} address @param {number} start @param {number} end */
async function range(address, start, end) {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE)]);
  // Not through the cache of the browser: it would send the requests for one file one after the other.
  const response = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` }, cache: 'no-store', signal });
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  if (response.status !== 206 || Number(first) !== start || !total) {
    ended.abort();
    const says = response.status === 200 || response.status === 206 ? 'sends no parts of files' : `answers ${response.status}`;
    throw response.status >= 500 ? new Error(`the host ${says}`) : new Unsuitable(`the host ${says}`);
  }
  const part = new Uint8Array(await response.arrayBuffer());
  if (part.length !== end - start) throw new Unsuitable('the host sends other parts than it was asked for');
  return { part, bytes: Number(total), version: response.headers.get('etag') ?? response.headers.get('last-modified') ?? '' };
}

/** Opens a table of a host by its first bytes. @param {URL | string} address @returns {Promise<Source>} */
export async function urlSource(address) {
  const { part: header, bytes, version } = await range(address, 0, HEADER);
  return {
    bytes,
    version,
    async read(start, end) {
      if (end <= header.length) return header.slice(start, end);
      const found = await range(address, start, end);
      if (found.bytes !== bytes || found.version !== version) throw new Changed('the file has changed');
      return found.part;
    },
  };
}
