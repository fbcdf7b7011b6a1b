// Measures solving in Chromium, with one thread, beside the native program, one after the other in the same run: CPU-seconds,
// seconds on the clock, the most memory.
//
//     node browser/measure-solving.mjs [ID...]      such as `node browser/measure-solving.mjs bonus classic`
//
// LINJA_BIN names the native program: use a release build.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './lib/chromium.js';
import { binary, ENV, startServer } from './lib/server.js';

const PUBLISHED = ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy'];
const wanted = process.argv.slice(2);
const ids = wanted.length > 0 ? wanted : PUBLISHED;

/** @param {number} number @param {number} [digits] */
const round = (number, digits = 1) => number.toFixed(digits);

/** The most memory of a process so far, in MB. @param {number} pid */
const peak = (pid) => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Ticks of the processor clock per second. */
const TICKS = 100;
/** The CPU-seconds of a process so far. @param {number} pid */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** @param {string} id */
async function native(id) {
  const home = mkdtempSync(join(tmpdir(), 'linja-measure-'));
  const begun = performance.now();
  const child = spawn(binary(), ['solve', '--rules', id, '--threads', '1', '--data-dir', home], { stdio: 'ignore', env: ENV });
  let seen = { cpu: 0, memory: 0 };
  const timer = setInterval(() => {
    // Once the program has ended, its memory is gone before the process is.
    if (child.pid && child.exitCode === null) seen = { cpu: cpu(child.pid), memory: Math.max(seen.memory, peak(child.pid)) };
  }, 50);
  await new Promise((done) => child.once('exit', done));
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1000;
  const bytes = statSync(join(home, 'tables', `${id}.linja`)).size;
  rmSync(home, { recursive: true });
  return { ...seen, seconds, bytes };
}

/** @param {string} origin @param {string} id */
async function inBrowser(origin, id) {
  const browser = await launch();
  const page = await (await browser.newContext({ baseURL: origin })).newPage();
  await page.goto('/oracle');
  await page.locator('.solve-row').first().waitFor();
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id: pid }) => pid);
  const used = () => renderers.reduce((sum, pid) => sum + cpu(pid), 0);
  const [before, begun] = [used(), performance.now()];
  const folder = await page.locator('meta[name="engine"]').getAttribute('content');
  const failed = await page.evaluate(([place, rules]) => new Promise((done) => {
    const worker = new Worker(`${place}js/engine/solver-worker.js`, { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      if (data.done) done('');
      if (data.failed) done(data.failed);
    });
    worker.postMessage({ solve: rules });
  }), [folder, id]);
  const [seconds, time] = [(performance.now() - begun) / 1000, used() - before];
  const memory = Math.max(...renderers.map(peak));
  const bytes = await page.evaluate(async (rules) => {
    const tables = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables');
    return (await (await tables.getFileHandle(`${rules}.linja`)).getFile()).size;
  }, id).catch(() => 0);
  await browser.close();
  if (failed) throw new Error(`${id}: ${failed}`);
  return { cpu: time, memory, seconds, bytes };
}

const server = await startServer({ solved: false });
console.log('| rule set | | CPU s | clock s | peak memory, MB | table, bytes |\n|---|---|---|---|---|---|');
for (const id of ids) {
  for (const [where, measured] of /** @type {const} */ ([['native', await native(id)], ['Chromium', await inBrowser(server.origin, id)]])) {
    console.log(`| \`${id}\` | ${where} | ${round(measured.cpu)} | ${round(measured.seconds)} | ${round(measured.memory, 0)} | ${measured.bytes} |`);
  }
}
await server.stop();
