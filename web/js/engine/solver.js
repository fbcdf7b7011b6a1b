/**
 * Solving in this browser: what this device can do, the tables that it has, and the one that is being made. A table is a file
 * of the origin's private file system, `tables/ID.linja`, in the format of `docs/table-format.md`. A worker makes it
 * (`solver-worker.js`); it goes on while other pages of this window are shown.
 */
import { ruleChoices } from '../rules.js';
import { observable } from '../store.js';
import { hasVectors } from './vectors.js';

/**
 * @typedef {'offline' | 'browser' | 'memory' | 'storage' | 'file' | 'busy' | 'wrong' | 'internal'} Failure why a table was not made, or
 *   not removed
 * @typedef {{id: string, bytes: number, hash: string}} Kept a finished table
 * @typedef {{id: string, positions: number, isPaused: boolean, isTired: boolean}} Under the table that is being made; `isTired`: paused
 *   because the battery is low
 * @typedef {{id: string, code: Failure}} Failed
 * @typedef {{tables: Kept[], under: Under | null, failed: Failed | null}} State
 * @typedef {{code: 'browser' | 'memory' | 'storage', needed?: number, free?: number}} Lack
 */

/** The sizes of tables, in bytes, as `browser/measure-solving.mjs` printed them. */
export const SIZES = Object.freeze(/** @type {Record<string, number>} */ ({
  bonus: 261_386_109, 'bonus-spicy': 361_987_987, classic: 338_343_030, geeky: 211_516_322, 'geeky-spicy': 336_946_670,
}));
/** More than any table has, and more if the end is that the colours are apart. */
const MOST = 470_000_000;
const MOST_APART = 840_000_000;
/** What a browser needs beside the module's 1.2 GB, as `navigator.deviceMemory` tells it: in GB, rounded. */
const MEMORY = 4;
/** Held by the window that solves. */
const LOCK = 'linja solving';
/** How long a window waits for the lock, in ms: a page that was closed a moment ago may still hold it. */
const LOCK_PATIENCE = 5000;
/** Between two attempts to remove what a closed page has left behind, in ms. */
const SWEEP_PAUSE = 500;
/** A battery that is not being charged is spared below this. */
const LOW = 0.2;
/** The place of the hash of all values in the header of a table. */
const HASH = [48, 64];

/** @type {State} */
const NOTHING = { tables: [], under: null, failed: null };
export const solving = observable(NOTHING);

/** @param {Partial<State>} change */
const update = (change) => solving.update((state) => ({ ...state, ...change }));
/** @param {Partial<Under>} change */
const updateUnder = (change) => solving.update((state) => (state.under ? { ...state, under: { ...state.under, ...change } } : state));

/** @param {string} id */
export const isHere = (id) => solving.get().tables.some((table) => table.id === id);

/** How large a table will be, and whether that is known. @param {string} id @returns {{bytes: number, isKnown: boolean}} */
export function sizeOf(id) {
  const known = SIZES[id];
  return { bytes: known ?? (ruleChoices(id).over === 'apart' ? MOST_APART : MOST), isKnown: known !== undefined };
}

/** The folder of the engine's files; empty if there is none. */
const folder = () => document.querySelector('meta[name="engine"]')?.getAttribute('content') ?? '';

/** Whether there is a solver, and a browser that can run it. */
export const canSolve = () => folder() !== '' && typeof Worker === 'function' && typeof WebAssembly === 'object' && hasVectors()
  && typeof navigator.storage?.getDirectory === 'function' && navigator.locks !== undefined;

/** What this device lacks to solve a rule set; null if nothing is known to be lacking. @param {string} id @returns {Promise<Lack | null>} */
export async function lackOf(id) {
  if (!canSolve()) return { code: 'browser' };
  // Rounded and at most 8; not every browser tells it.
  const memory = /** @type {any} */ (navigator).deviceMemory;
  if (memory !== undefined && memory < MEMORY) return { code: 'memory' };
  const { quota, usage } = await navigator.storage.estimate().catch(() => ({ quota: undefined, usage: undefined }));
  const needed = sizeOf(id).bytes;
  if (quota === undefined || usage === undefined || quota - usage >= needed) return null;
  return { code: 'storage', needed, free: Math.max(0, quota - usage) };
}

/** The folder of the tables; null if there is none. @param {boolean} [create] @returns {Promise<any>} */
const tablesFolder = async (create = false) => (await navigator.storage.getDirectory()).getDirectoryHandle('tables', { create }).catch(() => null);

/** What the header of a finished table says. @param {any} handle @returns {Promise<Omit<Kept, 'id'>>} */
async function facts(handle) {
  const file = await handle.getFile();
  const bytes = new Uint8Array(await file.slice(...HASH).arrayBuffer());
  // A little-endian number.
  return { bytes: file.size, hash: [...bytes].reverse().map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** Looks at what is there, and removes what a closed page has left behind. */
export async function look() {
  if (!canSolve()) return;
  /** @type {Kept[]} */
  const tables = [];
  const place = await tablesFolder();
  if (!place) return update({ tables });
  let isLeft = false;
  for await (const [name, handle] of place.entries()) {
    const [, id = '', ending] = /^(.+)\.(linja|partial)$/.exec(name) ?? [];
    if (ending === 'partial') isLeft = true;
    if (ending === 'linja') tables.push({ id, ...await facts(handle) });
  }
  update({ tables });
  if (isLeft) sweep().catch(() => undefined);
}

let isSweeping = false;

/**
 * Removes unfinished tables, unless a window is at work on one. The worker of a page that was closed a moment ago may still have
 * its file open, so this is tried again until nothing is left.
 */
async function sweep() {
  if (isSweeping) return;
  isSweeping = true;
  while (!await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null && sweepOnce())) {
    await new Promise((done) => setTimeout(done, SWEEP_PAUSE));
  }
  isSweeping = false;
}

/** Removes what is left, and tells whether nothing is. Only for who holds the lock. */
async function sweepOnce() {
  const place = await tablesFolder();
  let isClean = true;
  if (!place) return isClean;
  for await (const name of place.keys()) {
    if (name.endsWith('.partial')) await place.removeEntry(name).catch(() => { isClean = false; });
  }
  return isClean;
}

/** @type {Worker | undefined} */
let worker;
/** Ends waiting for the lock. */
let waiting = new AbortController();

/** Solves a rule set. Nothing happens while another one is being solved. @param {string} id */
export async function solve(id) {
  if (solving.get().under) return;
  update({ under: { id, positions: 0, isPaused: false, isTired: false }, failed: null });
  // Else the browser may delete the table when the disk is full. It may refuse; nothing depends on it.
  navigator.storage.persist?.().catch(() => undefined);
  waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(LOCK_PATIENCE)]);
  const failed = await navigator.locks.request(LOCK, { signal }, () => work(id)).catch(withoutLock);
  await look().catch(() => undefined);
  update({ under: null, failed: failed && { id, code: failed } });
}

/** What it means that waiting for the lock failed. @param {DOMException} error @returns {Failure | null} */
function withoutLock({ name }) {
  if (name === 'AbortError') return null;
  return name === 'TimeoutError' ? 'busy' : 'internal';
}

/** Has a worker make a table, and settles when it has ended. @param {string} id @returns {Promise<Failure | null>} */
async function work(id) {
  const started = new Worker(new URL(`${folder()}js/engine/solver-worker.js`, document.baseURI), { type: 'module' });
  worker = started;
  const battery = await spareBattery();
  const failed = await new Promise((/** @type {(failed: Failure | null) => void} */ ended) => {
    started.addEventListener('message', ({ data: { positions, done, failed: code, detail, cancelled } }) => {
      if (positions !== undefined) updateUnder({ positions });
      if (done || cancelled) ended(null);
      // What a person can do about it is on the page; this is for who looks for the cause.
      if (detail) console.error('solving failed:', code, detail);
      if (code) ended(code);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      ended('offline');
    });
    started.postMessage({ solve: id });
  });
  battery();
  started.terminate();
  worker = undefined;
  return failed;
}

/** Pauses while the battery is low, as far as the browser tells. Returns how to stop watching it. @returns {Promise<() => void>} */
async function spareBattery() {
  const battery = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  if (!battery) return () => undefined;
  const events = ['levelchange', 'chargingchange'];
  let wasLow = false;
  const watch = () => {
    const isLow = !battery.charging && battery.level < LOW;
    if (isLow !== wasLow) rest(isLow, true);
    wasLow = isLow;
  };
  for (const event of events) battery.addEventListener(event, watch);
  watch();
  return () => {
    for (const event of events) battery.removeEventListener(event, watch);
  };
}

/** @param {boolean} isPaused @param {boolean} isTired */
function rest(isPaused, isTired) {
  worker?.postMessage({ pause: isPaused });
  updateUnder({ isPaused, isTired: isPaused && isTired });
}

/** Pauses, or goes on. @param {boolean} isPaused */
export const pause = (isPaused) => rest(isPaused, false);

/** Ends solving and forgets what was done. */
export function cancel() {
  waiting.abort();
  worker?.postMessage({ cancel: true });
}

/** Removes a finished table. @param {string} id */
export async function remove(id) {
  const place = await tablesFolder();
  const failed = await place?.removeEntry(`${id}.linja`).then(() => null, () => ({ id, code: 'busy' }));
  update({ failed: failed ?? null });
  await look();
}
