// A copy of the page as plain files, made by the binary, and the web servers that offer it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, ENV, PATIENCE, SOLVED } from './server.js';

/** @typedef {{origin: string, stop(): Promise<void>}} Host */

/** Makes a copy. @param {string} out @param {{puzzles?: number, options?: string[]}} [wishes] */
export function makeSite(out, { puzzles = 2, options = [] } = {}) {
  return execFileSync(binary(), ['site', out, '--data-dir', SOLVED, '--rules', 'bonus', '--puzzles', String(puzzles), '--lang', 'en', ...options], { env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** A folder for a copy and for what its host needs. */
export function siteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'linja-site-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A port that was free a moment ago. @returns {Promise<number>} */
const freePort = () => new Promise((done, failed) => {
  const asked = createServer();
  asked.once('error', failed);
  asked.listen(0, '127.0.0.1', () => {
    const found = asked.address();
    asked.close(() => (typeof found === 'object' && found ? done(found.port) : failed(new Error('no port'))));
  });
});

/**
 * Starts a web server, and waits until it answers.
 * @param {string} command
 * @param {string[]} options
 * @param {number} port
 * @returns {Promise<Host>}
 */
async function host(command, options, port) {
  const child = spawn(command, options, { stdio: 'ignore', env: ENV });
  const gone = new Promise((done) => child.once('exit', done));
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + PATIENCE; !await fetch(origin).then(() => true, () => false);) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${command} does not answer`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Offers a folder by nginx, with hardly any settings: `web` is the root. @param {string} folder */
export async function nginx(folder) {
  const port = await freePort();
  mkdirSync(join(folder, 'nginx'), { recursive: true });
  const place = (/** @type {string} */ name) => join(folder, 'nginx', name);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place(name)};`).join(' ');
  const types = existsSync('/etc/nginx/mime.types') ? 'include /etc/nginx/mime.types;' : '';
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(place('conf'), `${user} daemon off; pid ${place('pid')}; error_log ${place('error.log')}; events {}
    http { ${types} access_log off; ${temporary} server { listen 127.0.0.1:${port}; root ${join(folder, 'web')}; } }`);
  return host(existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx', ['-e', place('error.log'), '-c', place('conf')], port);
}

/** Offers a folder by Python's web server. @param {string} folder */
export async function python(folder) {
  const port = await freePort();
  return host('python3', ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', join(folder, 'web'), String(port)], port);
}
