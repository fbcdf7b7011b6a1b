// Tries and comments in the part of an address after `#`, which no server sees: deflated, in letters that need no escape.

import { readTries, writeTries } from './notes-text.js';

/** @typedef {import('./tries.js').Tries} Tries */

/** Longer addresses do not survive every messenger. */
const LONGEST = 4000;
/** No text of tries is longer; a larger one was made to do harm. */
const MOST = 200_000;

/** @param {ReadableStream} stream @param {number} most */
async function bytesOf(stream, most) {
  const reader = stream.getReader();
  /** @type {number[]} */
  const bytes = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(bytes);
    if (bytes.length + value.length > most) throw new Error('too long');
    for (const byte of value) bytes.push(byte);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const streamOf = (bytes) => new Blob([bytes]).stream();

/** The text for an address; null if it would be too long. @param {Tries} tries @returns {Promise<string|null>} */
export async function packTries(tries) {
  const bytes = await bytesOf(streamOf(new TextEncoder().encode(writeTries(tries))).pipeThrough(new CompressionStream('deflate-raw')), MOST);
  const text = btoa(String.fromCharCode(...bytes.slice(0, LONGEST))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length > LONGEST ? null : text;
}

/** What a link brought; nothing if it is damaged. @param {string} hash without `#` @param {number} turns of the game @returns {Promise<Tries>} */
export async function unpackTries(hash, turns) {
  const packed = new URLSearchParams(hash).get('tries') ?? '';
  if (packed === '' || packed.length > LONGEST) return {};
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const text = await bytesOf(streamOf(bytes).pipeThrough(new DecompressionStream('deflate-raw')), MOST);
    return readTries(new TextDecoder().decode(text), turns);
  } catch {
    return {};
  }
}
