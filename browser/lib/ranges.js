// A host of plain files that is far away: passes requests on to another one, late, and notes what is asked of tables.
import { createServer, request } from 'node:http';

/** @typedef {{range: string | undefined, status: number, bytes: number, begun: number, ended: number}} Asked times in ms */

/**
 * @param {string} origin of the web server behind
 * @param {number} latency of each answer, in ms
 */
export async function farHost(origin, latency = 0) {
  /** @type {Asked[]} */
  let asked = [];
  const server = createServer((from, to) => {
    const begun = performance.now();
    const onward = request(origin + from.url, { method: from.method, headers: { ...from.headers, host: new URL(origin).host } }, (answer) => {
      setTimeout(() => {
        let bytes = 0;
        to.writeHead(answer.statusCode ?? 502, answer.headers);
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
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  const place = server.address();
  return {
    origin: `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`,
    /** What was asked of tables since the last call. */
    taken() {
      const found = asked;
      asked = [];
      return found;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => { server.close(() => done(undefined)); });
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
