// Measures the engine of the page without a table: the computer's replies at every level in a worker of Chromium, and the nodes
// that its search visits for each second of CPU time, beside the native program in the same run. Prints tables, asserts nothing.
//
//     node browser/measure-engine.mjs [TURNS]      12 of each level and rule set by default
//
// LINJA_BIN names the native program: use a release build. Times are CPU times of the thread that searches, so other work of the
// machine hardly changes them. A slower processor is not simulated: the browser can slow down the thread of a page only, not a worker.
import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launch } from './lib/chromium.js';
import { dice } from './lib/play.js';
import { binary, ENV, startServer } from './lib/server.js';
import { middle, share } from './lib/statistics.js';

const TURNS = Number(process.argv[2] ?? 12);
const RULES = ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy', 'bonus+again-must'];
const LEVELS = ['random', ...Array.from({ length: 10 }, (_, number) => String(number + 1)), 'perfect'];
/** How much slower the processor of a small device is. */
const SLOW = 4;
/** The limit of a search: `Judge::NODES`. One that sees the end of the game stops earlier. */
const NODES = 100_000;
/** In a millisecond. */
const NANOSECONDS = 1e6;
const START = '61111110/01111116 b';

/** The CPU time so far, in ms, of the threads of a process, or of those with a name. @param {number} pid @param {string} [name] */
function cpu(pid, name = '') {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  const named = threads.filter((thread) => readFileSync(`${thread}/comm`, 'utf8').startsWith(name));
  return named.reduce((sum, thread) => sum + Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]), 0) / NANOSECONDS;
}

const [server, browser] = [await startServer({ solved: false }), await launch()];
const page = await (await browser.newContext({ baseURL: server.origin })).newPage();
await page.goto('/rules/bonus');
await page.locator('main h1').waitFor();
const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
/** The CPU time of workers so far, in ms. */
const workers = () => renderers.reduce((sum, pid) => sum + cpu(pid, 'DedicatedWorker'), 0);

/** Starts the engine anew, as for a visitor who has just come. */
const begin = () => page.evaluate(() => {
  /** @type {any} */ (window).worker?.terminate();
  const folder = document.querySelector('meta[name="engine"]')?.getAttribute('content');
  const worker = new Worker(new URL(`${folder}js/engine/worker.js`, document.baseURI), { type: 'module' });
  let last = 0;
  Object.assign(window, { worker, ask: (/** @type {any} */ request) => new Promise((done) => {
    const id = ++last;
    worker.addEventListener('message', ({ data }) => {
      if (data.id === id && data.answer) done(data.answer);
    });
    worker.postMessage({ id, request: { language: 'en', now: Date.now(), seed: [...crypto.getRandomValues(new Uint8Array(32))], ...request } });
  }) });
});

/** Asks the engine, and returns the answer with its CPU time and the time until it came, in ms. @param {'GET' | 'POST'} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body = null) {
  const before = workers();
  const { answer, ms } = await page.evaluate(async (request) => {
    const begun = performance.now();
    const found = await /** @type {any} */ (window).ask(request);
    return { answer: found, ms: performance.now() - begun };
  }, { method, path, body });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return { body: answer.body, cpu: workers() - before, ms };
}

/** A random legal turn. @param {any} tree @param {(sides: number) => number} roll */
function randomTurn(tree, roll) {
  let written = '';
  for (let node = tree; ;) {
    const next = node.next ?? [];
    if (node.finish && (next.length === 0 || roll(3) === 0)) return written || 'pass';
    const between = node.phase === 'another_turn' ? ' / ' : ' ';
    node = next[roll(next.length)];
    written += `${written && between}${node.action}`;
  }
}

/** Plays games against a level until it has replied some times, and returns what each reply took and where. @param {string} rules @param {string} level @param {number} [most] */
async function repliesOf(rules, level, most = TURNS) {
  const roll = dice(1 + RULES.indexOf(rules));
  /** @type {{cpu: number, ms: number, position: string}[]} */
  const replies = [];
  while (replies.length < most) {
    const opponent = { type: 'computer', level };
    const { body } = await ask('POST', '/games', { id: crypto.randomUUID(), rules, opponent, side: 'black', first: 'black', name: 'Ada' });
    let { game, events } = body;
    while (game.status === 'playing' && replies.length < most) {
      const command = { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: randomTurn(game.tree, roll) };
      const played = (await ask('POST', `/games/${game.id}/commands`, { events, command })).body;
      events = [...events, ...played.events];
      if (played.game.status !== 'playing') break;
      const replied = await ask('POST', `/games/${game.id}/reply`, { events });
      replies.push({ cpu: replied.cpu, ms: replied.ms, position: played.game.position });
      events = [...events, ...replied.body.events];
      game = replied.body.game;
    }
  }
  return replies;
}

/** The native program as an engine of one rule set, without tables. @param {string} rules */
function startNative(rules) {
  const child = spawn(binary(), ['engine', '--no-oracle', '--rules', rules], { stdio: ['pipe', 'pipe', 'ignore'], env: ENV });
  const lines = createInterface({ input: child.stdout });
  return {
    /** Searches as long as the engine of the page does. @param {string} position @returns {Promise<{cpu: number, isExact: boolean}>} */
    async search(position) {
      const pid = child.pid ?? 0;
      const before = cpu(pid);
      child.stdin.write(`position fen ${position}\ngo nodes ${NODES}\n`);
      let isExact = false;
      for await (const [line] of on(lines, 'line')) {
        if (line.startsWith('info string exact')) isExact = true;
        if (line.startsWith('bestmove')) break;
      }
      return { cpu: cpu(pid) - before, isExact };
    },
    stop: () => child.kill(),
  };
}

/** Nodes for each second of CPU time, in the page and natively, where the search does not see the end. @param {string} rules @param {{cpu: number, position: string}[]} replies */
async function nodesOf(rules, replies) {
  const program = startNative(rules);
  const sums = { searches: 0, page: 0, native: 0 };
  // The first search reads the weights and clears the memory.
  await program.search(START);
  for (const reply of replies) {
    const { cpu: time, isExact } = await program.search(reply.position);
    if (isExact) continue;
    sums.searches += 1;
    sums.page += reply.cpu;
    sums.native += time;
  }
  program.stop();
  const millions = (/** @type {number} */ ms) => sums.searches * NODES / ms / 1000;
  return { searches: sums.searches, page: millions(sums.page), native: millions(sums.native) };
}

const ms = (/** @type {number} */ value) => `${Math.round(value)}`;
/** @param {number[]} values */
const spread = (values) => [middle(values), share(values, 0.9), Math.max(...values)].map(ms).join(', ');

console.log(`CPU time of a reply, ms, ${TURNS} replies of each level: median, 90 %, worst; the worst on a processor ${SLOW} times as slow; the first of a visitor, which loads\nthe weights; on the clock\n`);
console.log(`| rule set | random | 1 to 10 | perfect | worst × ${SLOW} | first of a visitor | on the clock, all levels |\n|---|---|---|---|---|---|---|`);
/** @type {string[]} */
const speeds = [];
for (const rules of RULES) {
  /** @type {Map<string, Awaited<ReturnType<typeof repliesOf>>>} */
  const replies = new Map();
  await begin();
  const first = (await repliesOf(rules, LEVELS.at(-1) ?? '', 1)).map((reply) => reply.cpu);
  for (const level of LEVELS) replies.set(level, await repliesOf(rules, level));
  const all = [...replies.values()].flat();
  const of = (/** @type {string[]} */ levels) => levels.flatMap((level) => replies.get(level) ?? []).map((reply) => reply.cpu);
  const worst = Math.max(...all.map((reply) => reply.cpu));
  console.log(`| \`${rules}\` | ${spread(of(['random']))} | ${spread(of(LEVELS.slice(1, -1)))} | ${spread(of(['perfect']))} | ${ms(worst * SLOW)} | ${ms(Math.max(...first))} | ${spread(all.map((reply) => reply.ms))} |`);
  const { searches, page: inPage, native } = await nodesOf(rules, replies.get('perfect') ?? []);
  speeds.push(`| \`${rules}\` | ${searches} | ${inPage.toFixed(2)} | ${native.toFixed(2)} | ${(native / inPage).toFixed(1)} |`);
}
console.log(`\nMillion nodes for each CPU-second, replies of the level \`perfect\` that do not see the end\n\n| rule set | searches | in Chromium | native | native : Chromium |\n|---|---|---|---|---|\n${speeds.join('\n')}`);

await browser.close();
await server.stop();
