// A host of plain files that is far away: passes requests on to another one, late, and notes what is asked of tables.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{range: string | undefined, status: number, bytes: number, begun: number, ended: number}} Asked times in ms */

/** Headers that belong to one connection, which HTTP/2 refuses. */
const OF_CONNECTION = ['connection', 'host', 'keep-alive', 'transfer-encoding'];

/** @param {import('node:http').IncomingHttpHeaders} headers */
const passedOn = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.includes(name)));

/** A certificate that nobody has signed, by the program openssl. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'linja-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const found = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return found;
}

/**
 * @param {string} origin of the web server behind
 * @param {number} latency of each answer, in ms
 * @param {{isSecure?: boolean}} [wishes] `isSecure`: HTTP/2, which takes all requests at once; otherwise HTTP/1.1, for which browsers
 *   open six connections
 */
export async function farHost(origin, latency = 0, { isSecure = false } = {}) {
  /** @type {Asked[]} */
  let asked = [];
  /** @param {import('node:http').IncomingMessage} from @param {import('node:http').ServerResponse} to */
  function pass(from, to) {
    const begun = performance.now();
    const onward = request(origin + from.url, { method: from.method, headers: passedOn(from.headers) }, (answer) => {
      setTimeout(() => {
        let bytes = 0;
        to.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
        answer.on('data', (part) => { bytes += part.length; });
        answer.pipe(to);
        to.once('close', () => {
          answer.destroy();
          if (from.url?.endsWith('.linja')) asked.push({ range: from.headers.range, status: answer.statusCode ?? 0, bytes, begun, ended: performance.now() });
        });
      }, latency);
    });
    onward.once('error', () => to.destroy());
    onward.end();
  }
  // The two kinds of requests and responses have the same functions.
  const server = isSecure ? createSecureServer(certificate(), /** @type {any} */ (pass)) : createServer(pass);
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set();
  server.on(isSecure ? 'secureConnection' : 'connection', (/** @type {import('node:net').Socket} */ socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  const place = server.address();
  return {
    origin: `${isSecure ? 'https' : 'http'}://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`,
    /** What was asked of tables since the last call. */
    taken() {
      const found = asked;
      asked = [];
      return found;
    },
    async stop() {
      const closed = new Promise((done) => { server.close(() => done(undefined)); });
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** The number of round trips: requests at the same time are one. @param {Asked[]} asked */
export function roundsOf(asked) {
  let [rounds, until] = [0, -Infinity];
  for (const { begun, ended } of asked.toSorted((a, b) => a.begun - b.begun)) {
    if (begun > until) rounds += 1;
    until = Math.max(until, ended);
  }
  return rounds;
}
