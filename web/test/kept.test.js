// Whether the server or this device answers. The network is the only thing that is not real here.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { api, ApiError } from '../js/api.js';
import { answerHere, summaryOf } from '../js/kept/answer.js';
import { isThere, offline } from '../js/network.js';

const real = globalThis.fetch;

/** Answers requests by their path; what is missing has no connection. @param {Record<string, Response>} answers @returns {string[]} the paths that were asked for */
function network(answers) {
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = async (input) => {
    const path = String(input);
    asked.push(path);
    const answer = answers[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  };
  return asked;
}

afterEach(async () => {
  network({ '/healthz': new Response() });
  await isThere();
  globalThis.fetch = real;
});

test('without the server this device answers, and does not ask again', async () => {
  const asked = network({});
  assert.deepEqual(await api.oracle(), { tables: [] });
  assert.equal(offline.get(), true);
  assert.deepEqual(asked, ['/api/v1/oracle', '/healthz']);
  assert.deepEqual(await api.oracle(), { tables: [] });
  assert.equal(asked.length, 2);
});

test('a failed request alone is no reason: the server is asked once more', async () => {
  network({ '/healthz': new Response() });
  await assert.rejects(api.oracle(), (error) => error instanceof ApiError && error.code === 'offline');
  assert.equal(offline.get(), false);
});

test('a proxy without its server is no server', async () => {
  network({ '/api/v1/oracle': new Response('<html>', { status: 502 }), '/healthz': new Response('', { status: 502 }) });
  assert.deepEqual(await api.oracle(), { tables: [] });
});

test('what nobody here can know stays an error', async () => {
  network({});
  for (const ask of [() => api.lobby(), () => api.version(), () => api.puzzle('bonus', '2026-11-16'), () => api.attempt({})]) {
    await assert.rejects(ask, (error) => error instanceof ApiError && error.code === 'offline');
  }
  assert.equal(await answerHere('/games/x/commands', { body: {} }), undefined, 'a game of the server');
  assert.equal(await answerHere('/rules/verdicts', {}), undefined);
});

test('a refusal of the server is not answered here', async () => {
  network({ '/api/v1/oracle': Response.json({ code: 'busy' }, { status: 503 }) });
  await assert.rejects(api.oracle(), (error) => error instanceof ApiError && error.status === 503);
  assert.equal(offline.get(), false);
});

test('a game in a list has what lists show, and no tree', () => {
  const game = /** @type {any} */ ({ id: 'x', seq: 4, turns: ['ab cd', 'pass'], tree: { phase: 'opening' }, clock: null, offers: {}, start: 's', position: 'p', updated_at: 5 });
  const summary = summaryOf({ you: ['black'], invitation: null, game });
  assert.deepEqual([summary.id, summary.turns, summary.you, summary.clock, summary.updated_at], ['x', 2, ['black'], null, 5]);
  assert.ok(!('tree' in summary) && !('offers' in summary));
});
