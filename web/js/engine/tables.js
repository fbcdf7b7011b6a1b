/** The tables that the engine in its worker can read: files on this device, and files of the host. */
import { blobSource, Changed, Unsuitable, urlSource } from './sources.js';

/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('./sources.js').Range} Range */

/** How long a table is left alone after a failure that may pass, in ms. */
const PAUSE = 60_000;
/** The folder of the tables in the private file system, and the ending of their names. */
const FOLDER = 'tables';
const ENDING = '.linja';

/** The tables of the host: where they are, and their rule sets. @type {{folder: string, rules: string[]}} */
let host = { folder: '', rules: [] };
/** @type {Map<string, Source>} */
const opened = new Map();
/** Until when a table is not read, by its rule set and the version of a file on this device. @type {Map<string, number>} */
const unusable = new Map();

/** @param {{folder: string, rules: string[]}} found */
export function setHost(found) {
  host = found;
}

/** @param {string} rules @param {string} [version] */
const nameOf = (rules, version = '') => `${rules} ${version}`;

/** @param {string} name */
const isUsable = (name) => (unusable.get(name) ?? 0) < Date.now();

/** Leaves a table alone, and says so once. @param {string} name @param {number} until @param {unknown} why */
function leave(name, until, why) {
  if (isUsable(name)) console.error(`The table of ${name.trim()} is not used, values are estimates: ${why instanceof Error ? why.message : why}`);
  unusable.set(name, until);
}

/** The tables on this device, as files. @returns {Promise<Map<string, File>>} */
async function ownFiles() {
  /** @type {Map<string, File>} */
  const files = new Map();
  try {
    const root = await navigator.storage.getDirectory();
    /** @type {any} */
    const folder = await root.getDirectoryHandle(FOLDER);
    for await (const [name, handle] of folder.entries()) {
      if (name.endsWith(ENDING)) files.set(name.slice(0, -ENDING.length), await handle.getFile());
    }
  } catch {
    // No such folder, or no such file system.
  }
  return files;
}

/** @param {File} file @returns {Source} */
const ownSource = (file) => ({ ...blobSource(file), version: `own ${file.lastModified}` });

/** Opens a table of the host. @param {string} rules @returns {Promise<Source>} */
async function hostSource(rules) {
  const source = await urlSource(new URL(encodeURIComponent(rules) + ENDING, host.folder));
  return { ...source, version: `host ${source.version}` };
}

/** The tables that can be read, for the engine. Those of the host that are not open yet have no length. */
export async function known() {
  const own = await ownFiles();
  for (const [rules, file] of own) {
    const source = ownSource(file);
    if (!isUsable(nameOf(rules, source.version))) own.delete(rules);
    else if (opened.get(rules)?.version !== source.version) opened.set(rules, source);
  }
  for (const [rules, { version }] of opened) {
    if (version.startsWith('own ') && !own.has(rules)) opened.delete(rules);
  }
  const hosted = host.rules.filter((rules) => !own.has(rules) && isUsable(nameOf(rules)));
  return [...new Set([...own.keys(), ...hosted])].map((rules) => {
    const source = opened.get(rules);
    return { rules, bytes: source?.bytes ?? null, version: source?.version ?? '' };
  });
}

/** Opens a table of the host. Afterwards it is open, or not used for a while. @param {string} rules */
async function open(rules) {
  try {
    opened.set(rules, await hostSource(rules));
  } catch (error) {
    leave(nameOf(rules), error instanceof Unsuitable ? Infinity : Date.now() + PAUSE, error);
  }
}

/**
 * Reads ranges of a table, all at once. Opens it if there are none. Undefined if the engine must be asked again without them.
 * @param {string} rules
 * @param {Range[]} ranges
 * @returns {Promise<{start: number, part: Uint8Array}[] | undefined>}
 */
export async function read(rules, ranges) {
  const source = opened.get(rules);
  if (!source) {
    await open(rules);
    return undefined;
  }
  try {
    return await Promise.all(ranges.map(async ([start, end]) => ({ start, part: await source.read(start, end) })));
  } catch (error) {
    if (opened.get(rules) !== source) return undefined;
    // A file that has changed is opened anew.
    if (error instanceof Changed) opened.delete(rules);
    else refuse(rules, error, Date.now() + PAUSE);
    return undefined;
  }
}

/** Leaves a table alone that can't be used. @param {string} rules @param {unknown} why @param {number} [until] */
export function refuse(rules, why, until = Infinity) {
  const version = opened.get(rules)?.version ?? '';
  opened.delete(rules);
  leave(nameOf(rules, version.startsWith('own ') ? version : ''), until, why);
}

/** The rule sets with a table that can be read. @returns {Promise<string[]>} */
export async function readable() {
  const closed = (await known()).filter(({ bytes }) => bytes === null);
  await Promise.all(closed.map(({ rules }) => open(rules)));
  return (await known()).filter(({ bytes }) => bytes !== null).map(({ rules }) => rules);
}
