// Prints the sizes of everything that the page consists of, as they are and with Brotli, from a folder that `linja site` has
// written:
//
//     linja site public --puzzles 0 && node browser/measure-sizes.mjs public
//
// How well Brotli compresses depends on the profile of the build; use a release build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The groups of files, by their paths. A file belongs to the first group that has its path. @type {[string, RegExp][]} */
const GROUPS = [
  ['`engine/linja.wasm`, the engine', /^engine\/linja\.wasm$/],
  ['`engine/solver.wasm`, the solver', /^engine\/solver\.wasm$/],
  ['weights of the search, each of the published rule sets', /^engine\/.*\.weights$/],
  ['`engine/house.parts`, the weights of all house rules', /^engine\/house\.parts$/],
  ['`js/main.js`, which every page loads', /^js\/main\.js$/],
  ['the other scripts', /^js\//],
  ['style sheets', /^css\//],
  ['texts, all of one language', /^locales\//],
  ['icons', /^icons\//],
  ['document, service worker, manifest', /^[^/]+\.(html|js|webmanifest)$/],
];
/** Groups of which a visitor loads one part, with the number of equal parts. @type {Record<string, RegExp>} */
const PARTS = {
  'weights of the search, each of the published rule sets': /^engine\/([^/]+)\.weights$/,
  'texts, all of one language': /^locales\/([a-z]+)[/.]/,
};

const folder = process.argv[2] ?? 'public';
const { version } = JSON.parse(readFileSync(join(folder, 'linja-site.json'), 'utf8'));
const of = join(folder, 'v', version);

/** @typedef {{path: string, raw: number, brotli: number}} Sized */

/** @param {string} place @param {string} path @returns {Sized} */
function sized(place, path) {
  const raw = statSync(join(place, path)).size;
  const compressed = join(place, `${path}.br`);
  return { path, raw, brotli: existsSync(compressed) ? statSync(compressed).size : raw };
}

const versioned = readdirSync(of, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(of.length + 1))
  // The language of tests, which nobody loads.
  .filter((path) => !path.startsWith('locales/x-'))
  .map((path) => sized(of, path));
const files = [...versioned, ...['index.html', 'sw.js', 'manifest.webmanifest'].map((name) => sized(folder, name))];

/** @type {Map<string, Sized[]>} */
const groups = new Map(GROUPS.map(([name]) => [name, []]));
for (const file of files) {
  const name = GROUPS.find(([, paths]) => paths.test(file.path))?.[0];
  if (name === undefined) throw new Error(`${file.path} belongs to no group`);
  groups.get(name)?.push(file);
}

const kb = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0);
const sum = (/** @type {Sized[]} */ all, /** @type {'raw' | 'brotli'} */ form) => all.reduce((total, file) => total + file[form], 0);
/** @param {string} name @param {string | number} count @param {Sized[]} all @param {number} [parts] */
const line = (name, count, all, parts = 1) => console.log(`| ${name} | ${count} | ${kb(sum(all, 'raw') / parts)} | ${kb(sum(all, 'brotli') / parts)} |`);

console.log('| | files | KB | KB with Brotli |\n|---|---|---|---|');
for (const [name, all] of groups) {
  const part = PARTS[name];
  const parts = part ? new Set(all.map(({ path }) => part.exec(path)?.[1])).size : 1;
  line(name, all.length / parts, all, parts);
}
line('everything', files.length, files);
