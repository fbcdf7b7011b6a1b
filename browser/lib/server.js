// A real server: the built binary with a data directory of its own.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const TARGET = resolve(process.env['CARGO_TARGET_DIR'] ?? join(ROOT, 'target'));

/** The folder for screenshots, which people look at. */
export const SCREENSHOTS = join(TARGET, 'screenshots');

/** The binary to test: `LINJA_BIN`, else what cargo has built. */
export function binary() {
  const places = [process.env['LINJA_BIN'], join(TARGET, 'debug/linja'), join(TARGET, 'release/linja')];
  const found = places.find((path) => path && existsSync(path));
  if (!found) throw new Error('The binary linja is missing: run `cargo build`, or set LINJA_BIN');
  return resolve(found);
}

/** The data directory with the solved tables, which `cargo test` uses as well. */
export const SOLVED = resolve(process.env['LINJA_SOLVED'] ?? join(TARGET, 'tmp/solved'));

/** Solves the rule sets that have no table yet. */
export function makeTables() {
  if (!process.env['LINJA_SOLVED']) execFileSync(binary(), ['solve', '--all', '--data-dir', SOLVED], { stdio: 'ignore' });
}

/** The environment without this project's settings: a test chooses them itself. */
export const ENV = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LINJA_') || name === 'LINJA_WEB')), LC_ALL: 'C.UTF-8', TZ: 'UTC' };

/** The deadline of every wait, in ms. Only a failing test reaches it, so it is long enough for a busy machine. */
export const PATIENCE = Number(process.env['LINJA_PATIENCE'] ?? 120_000);

/**
 * Starts a server with a data directory of its own.
 * @param {{solved?: boolean, solves?: boolean, options?: string[]}} [wishes] `solved` uses the tables, else every value is an estimate;
 *   `solves` may make further ones, within the limit of an hour
 */
export async function startServer({ solved = true, solves = false, options = [] } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'linja-browser-'));
  if (solved && !solves) symlinkSync(join(SOLVED, 'tables'), join(home, 'tables'));
  if (solves) {
    // A folder of its own: new tables must not reach the shared ones.
    mkdirSync(join(home, 'tables'));
    for (const name of readdirSync(join(SOLVED, 'tables'))) symlinkSync(join(SOLVED, 'tables', name), join(home, 'tables', name));
  }
  const args = ['--data-dir', home, '--no-open', '--rate-limit', solves ? '1000' : '0', '--max-games', '100000', ...(solves ? [] : [solved ? '--no-solve' : '--no-oracle']), ...options];
  /** @type {import('node:child_process').ChildProcess|null} */
  let running = null;
  let log = '';

  /** Starts the server and returns its origin. @param {string} bind @returns {Promise<string>} */
  async function listen(bind) {
    const child = spawn(binary(), ['serve', '--bind', bind, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: ENV });
    running = child;
    let output = '';
    return new Promise((done, failed) => {
      child.stderr.on('data', (text) => { log += text; });
      child.stdout.on('data', (text) => {
        output += text;
        const origin = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(output)?.[0];
        if (origin) done(origin);
      });
      child.once('close', (code) => failed(new Error(`The server ended with ${code}: ${log}`)));
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

  /** Starts the server again at the same address. Another program may hold the port for a moment. */
  async function start() {
    for (const until = Date.now() + PATIENCE; ;) {
      try {
        return await listen(new URL(origin).host);
      } catch (error) {
        if (!/in use/i.test(String(error)) || Date.now() > until) throw error;
        log = '';
        await new Promise((done) => setTimeout(done, 200));
      }
    }
  }

  // The kernel chooses a free port.
  const origin = await listen('127.0.0.1:0');
  return {
    origin,
    start,
    /** Changes the stored games while the server is down, and starts it again. @param {string} sql */
    async change(sql) {
      await end('SIGTERM');
      execFileSync('python3', ['-c', 'import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])', join(home, 'games.db'), sql]);
      await start();
    },
    /** Kills the server as a power failure would. */
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
    /** The log of the server. */
    log: () => log,
  };
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
