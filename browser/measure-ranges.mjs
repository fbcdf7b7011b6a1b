// Measures what all turns of a position cost on a copy of the page whose host is far away: round trips, bytes of the table, and
// time. Each position is asked of an engine that knows nothing of the table yet. Prints a table, asserts nothing.
//
//     node browser/measure-ranges.mjs [POSITIONS]      200 of each rule set by default
//
// Uses the binary as the tests do (LINJA_BIN, else what cargo has built), and solves what has no table yet. The program
// openssl makes the certificate for HTTP/2.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './lib/chromium.js';
import { dice } from './lib/play.js';
import { farHost, roundsOf } from './lib/ranges.js';
import { makeTables, startServer } from './lib/server.js';
import { makeSite, nginx, siteFolder } from './lib/site.js';
import { middle, share } from './lib/statistics.js';

const POSITIONS = Number(process.argv[2] ?? 200);
/** Of each answer of the host, in ms. */
const LATENCY = 100;
const RULES = ['bonus', 'classic', 'bonus-spicy'];
/** The best turns of a position, from which its games go on with a random one. */
const GOOD = 12;

/** Positions of random games between players who avoid bad turns. @param {string} origin of a server @param {string} rules */
async function positionsOf(origin, rules) {
  const roll = dice(RULES.indexOf(rules) + 1);
  /** @type {string[]} */
  const found = [];
  while (found.length < POSITIONS) {
    for (let position = '61111110/01111116 b'; position !== '' && found.length < POSITIONS;) {
      found.push(position);
      const { turns } = await (await fetch(`${origin}/api/v1/position/turns?${new URLSearchParams({ pos: position, rules })}`)).json();
      const turn = turns[roll(Math.min(turns.length, GOOD))];
      position = turn.over ? '' : turn.after;
    }
  }
  return found;
}

/** Asks a new engine of the page about all turns of a position, and returns the milliseconds. @param {import('playwright-core').Page} page @param {string} path */
const cold = (page, path) => page.evaluate(async ([rules, asked]) => {
  const folder = document.querySelector('meta[name="engine"]')?.getAttribute('content');
  const worker = new Worker(new URL(`${folder}js/engine/worker.js`, document.baseURI), { type: 'module' });
  const ask = (/** @type {number} */ id, /** @type {string} */ to) => new Promise((done) => {
    worker.addEventListener('message', ({ data }) => {
      if (data.id === id && data.answer) done(data.answer);
    });
    worker.postMessage({ id, request: { method: 'GET', path: to, body: null, language: 'en', now: Date.now(), seed: [] } });
  });
  worker.postMessage({ host: { folder: new URL('tables/', document.baseURI).href, rules } });
  // Loads the engine, which every visitor does once.
  await ask(1, '/rules');
  const begun = performance.now();
  const { status, body } = await ask(2, asked);
  const ms = performance.now() - begun;
  worker.terminate();
  if (status !== 200 || !body.exact) throw new Error(`${asked}: ${status}`);
  return ms;
}, /** @type {[string[], string]} */ ([RULES, path]));

makeTables();
const { folder, remove } = siteFolder();
mkdirSync(join(folder, 'web'));
makeSite(join(folder, 'web'), { puzzles: 0, options: ['--tables', RULES.join(',')] });
const [server, host, browser] = [await startServer(), await nginx(folder), await launch()];

console.log(`${POSITIONS} positions of each rule set, nginx behind ${LATENCY} ms: median, 90 %, worst\n`);
console.log('| | rule set | round trips | requests | KB | ms |\n|---|---|---|---|---|---|');
for (const isSecure of [true, false]) {
  const far = await farHost(host.origin, LATENCY, { isSecure });
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await page.goto(far.origin);
  for (const rules of RULES) {
    /** @type {Record<'rounds' | 'requests' | 'kb' | 'ms', number[]>} */
    const all = { rounds: [], requests: [], kb: [], ms: [] };
    for (const position of await positionsOf(server.origin, rules)) {
      far.taken();
      all.ms.push(await cold(page, `/position/turns?${new URLSearchParams({ pos: position, rules })}`));
      const asked = far.taken();
      all.rounds.push(roundsOf(asked));
      all.requests.push(asked.length);
      all.kb.push(asked.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
    }
    const cells = Object.values(all).map((values) => [middle(values), share(values, 0.9), Math.max(...values)].map((value) => Math.round(value)).join(', '));
    console.log(`| ${isSecure ? 'HTTP/2' : 'HTTP/1.1'} | \`${rules}\` | ${cells.join(' | ')} |`);
  }
  await page.context().close();
  await far.stop();
}

await browser.close();
await Promise.all([host.stop(), server.stop()]);
remove();
