// A real server: the built binary, started on a free port with a data directory of its own.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';

const ROOT = resolve(import.meta.dirname, '../..');
const TARGET = resolve(process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target'));

/** The folder for what the tests leave behind for people to look at. */
export const SCREENSHOTS = join(TARGET, 'screenshots');

/** The binary to test: `LINJA_BIN`, else what cargo has built. */
export function binary() {
  const places = [process.env['LINJA_BIN'], join(TARGET, 'debug/linja'), join(TARGET, 'release/linja')];
  const found = places.find((path) => path && existsSync(path));
  if (!found) throw new Error('There is no linja: run `cargo build`, or set LINJA_BIN');
  return resolve(found);
}

/**
 * The folder with the solved rule sets. `cargo test` makes them once in `target/tmp/solved` and keeps them; whatever is
 * missing there is made now.
 */
function tables() {
  const home = resolve(process.env['LINJA_SOLVED'] ?? join(TARGET, 'tmp/solved'));
  if (!process.env['LINJA_SOLVED']) execFileSync(binary(), ['solve', '--all', '--data-dir', home], { stdio: 'ignore' });
  return join(home, 'tables');
}

/** A port that nobody uses: a server that is started again must come back at the same address. @returns {Promise<number>} */
function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))));
    });
  });
}

/**
 * @param {{solved?: boolean}} [options] `solved` uses the tables; else every value is an estimate
 */
export async function startServer({ solved = true } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'linja-browser-'));
  if (solved) symlinkSync(tables(), join(home, 'tables'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const args = ['serve', '--bind', `127.0.0.1:${port}`, '--data-dir', home, '--no-open', '--rate-limit', '0', '--max-games', '100000',
    solved ? '--no-solve' : '--no-oracle'];
  /** @type {import('node:child_process').ChildProcess|null} */
  let running = null;
  let said = '';

  async function start() {
    const child = spawn(binary(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    running = child;
    await new Promise((done, failed) => {
      child.stderr.on('data', (text) => { said += text; });
      child.stdout.on('data', (text) => String(text).includes(origin) && done(undefined));
      child.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${said}`)));
      child.once('error', failed);
    });
  }

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    const child = running;
    running = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    origin,
    start,
    /** As if the power failed. */
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
    /** What the server has logged. */
    log: () => said,
  };
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
