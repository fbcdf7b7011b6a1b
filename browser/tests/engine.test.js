// The engine of the page gives the same JSON as a server without tables: positions, turns, hints, reviews, games, problems.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startEngine } from '../lib/engine.js';
import { startServer } from '../lib/server.js';
import { withVisitor } from '../lib/world.js';

const PUBLISHED = ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy'];
const HOUSE = ['bonus+again-must', 'geeky+goal-count', 'classic+follow-may'];
/** Positions of each published rule set, and games that are reviewed: a sample, or all that the sweep compares. */
const IS_SWEEP = Boolean(process.env['LINJA_SWEEP']);
const [POSITIONS, GAMES] = IS_SWEEP ? [1000, 20] : [3, 1];

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof startEngine>>} */
let engine;
before(async () => {
  server = await startServer({ solved: false });
  engine = await startEngine(server.origin);
});
after(() => server.stop());

/** Seconds of both engines in searches. */
const seconds = { server: 0, engine: 0 };

/** @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] */
async function fromServer(method, path, body, headers = {}) {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method, headers: { 'accept-language': 'en', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** A server ends a search after two seconds, which happens on a busy machine only; then it is asked again. */
const ATTEMPTS = 10;

/** Asks both, and returns the common answer. @param {'GET' | 'POST'} method @param {string} path @param {unknown} [body] */
async function same(method, path, body) {
  let begun = performance.now();
  const ours = await engine.ask(method, path, { body });
  seconds.engine += (performance.now() - begun) / 1000;
  for (let attempt = 1; ; attempt++) {
    begun = performance.now();
    const theirs = await fromServer(method, path, body);
    const isLate = performance.now() - begun > 1900;
    if (isLate && attempt < ATTEMPTS && !isDeepStrictEqual(ours, theirs)) continue;
    seconds.server += (performance.now() - begun) / 1000;
    assert.deepEqual(ours, theirs, path);
    return ours;
  }
}

/** A random number generator, so that every run asks for the same. @param {number} seed */
function dice(seed) {
  let state = BigInt(seed) * 0x9E3779B97F4A7C15n + 1n;
  return (/** @type {number} */ sides) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) % sides;
  };
}

/** Plays a random game, compares every position, and returns the turns. @param {string} rules @param {(sides: number) => number} roll @param {number} most */
async function compareGame(rules, roll, most) {
  const query = (/** @type {string} */ position) => `pos=${encodeURIComponent(position)}&rules=${encodeURIComponent(rules)}`;
  // A server keeps its answers about the start, also one of a search that ended too early.
  const { body: { turns: [first] } } = await engine.ask('GET', `/position/turns?rules=${encodeURIComponent(rules)}`);
  let position = first.after;
  const turns = [first.turn];
  while (turns.length <= most) {
    await same('GET', `/position?${query(position)}`);
    const { body: { turns: found } } = await same('GET', `/position/turns?${query(position)}`);
    await same('GET', `/position/hint?${query(position)}&estimates=true`);
    if (found.length === 0) break;
    const turn = found[roll(Math.min(found.length, 12))];
    turns.push(turn.turn);
    if (turn.over) break;
    position = turn.after;
  }
  return turns;
}

/** @param {string} rules @param {string[]} turns */
function record(rules, turns) {
  const lines = [];
  for (let i = 0; i < turns.length; i += 2) lines.push(`${i / 2 + 1}. ${turns.slice(i, i + 2).join(' | ')}`);
  return `[Rules "${rules}"]\n\n${lines.join('\n')}\n`;
}

for (const rules of PUBLISHED) {
  test(`positions, turns, hints and reviews of ${rules} are the server's`, async () => {
    const roll = dice(PUBLISHED.indexOf(rules) + 1);
    let [left, games] = [POSITIONS, GAMES];
    while (left > 0 || games > 0) {
      const turns = await compareGame(rules, roll, Math.max(Math.min(left, 80), games > 0 ? 3 : 0));
      left -= turns.length;
      if (games-- > 0) {
        const { status, body } = await same('POST', '/reviews', { record: record(rules, turns), estimates: true });
        assert.deepEqual([status, body.exact, body.turns.length], [200, false, turns.length]);
      }
    }
  });
}

test('house rules are searched with their own weights', async () => {
  for (const rules of HOUSE) await compareGame(rules, dice(9), 1);
  assert.equal(engine.files.filter((path) => path === 'engine/house.parts').length, 1);
});

test('problems are the same in words and codes', async () => {
  const paths = ['/position?pos=x', '/position?pos=61111110-01111116-b&rules=bonusx', '/position/turns?what=1', '/position/turns?rules=a&rules=b', '/position?values=yes',
    '/position/line', '/position/hint', '/puzzle', '/puzzle?date=2026-02-30', '/puzzle?date=2020-01-01', '/puzzle?date=2999-01-01&rules=geeky', '/rules/bonus+follow-x', '/nowhere'];
  for (const path of paths) {
    const { status, body } = await same('GET', path);
    assert.ok(status >= 400 && body.detail.length > 10, path);
  }
  for (const body of [{ record: 'x' }, { record: '[Rules "bonus"]\n\n1. ab\n' }, { record: 7 }, {}, { record: '', more: 1 }, { record: '[Rules "bonus"]\n\n1. ab ac\n' }]) await same('POST', '/reviews', body);
  await same('POST', '/puzzle/attempts', { turn: 'ab', rules: 'classic' });
  const french = await engine.ask('GET', '/position/line', { language: 'fr' });
  assert.equal(french.body.detail, 'Ces règles ne sont pas encore résolues.');
});

test('rules are the same', async () => {
  await same('GET', '/rules');
  for (const rules of [...PUBLISHED, ...HOUSE]) {
    const [theirs, ours] = [await fromServer('GET', `/rules/${rules}`), await engine.ask('GET', `/rules/${rules}`)];
    // What is known about perfect play, and why the server does not solve.
    for (const { body } of [theirs, ours]) [body.verdict, body.table] = [null, null];
    assert.deepEqual(ours, theirs, rules);
  }
});

test('the computer plays the same turns, and the game looks the same', async () => {
  for (const level of ['1', '5', 'perfect', 'random']) {
    const created = await fetch(`${server.origin}/api/v1/games`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: randomUUID(), rules: 'geeky', opponent: { type: 'computer', level }, side: 'red', first: 'black', name: 'Ada' }),
    });
    const cookie = created.headers.getSetCookie().map((text) => text.split(';')[0]).join('; ');
    const { game } = await created.json();
    for (const until = Date.now() + 60_000; ;) {
      const { body: { events } } = await fromServer('GET', `/games/${game.id}/events`);
      assert.ok(Date.now() < until, 'the computer plays');
      if (events.length < 2) continue;
      const [first, reply] = events;
      const ours = await engine.ask('POST', `/games/${game.id}/reply`, { body: { events: [first] }, now: reply.at });
      assert.deepEqual(ours.body.events, [reply], level);
      const view = await engine.ask('POST', `/games/${game.id}/view`, { body: { events } });
      const { body: theirs } = await fromServer('GET', `/games/${game.id}`, undefined, { cookie });
      assert.deepEqual(view.body, theirs, level);
      const text = await (await fetch(`${server.origin}/api/v1/games/${game.id}/record`)).text();
      assert.equal((await engine.ask('POST', `/games/${game.id}/record`, { body: { events } })).body, text);
      break;
    }
  }
});

test('a whole game on this device, with take-backs, refusals and a rematch', async () => {
  const { body: begun } = await engine.ask('POST', '/games', { body: { id: randomUUID(), rules: 'bonus', opponent: { type: 'local' }, name: 'Ada', opponent_name: 'Bo', first: 'black' } });
  assert.deepEqual([begun.game.status, begun.events.length, begun.you.length], ['playing', 1, 2]);
  const { id } = begun.game;
  let [game, events] = [begun.game, begun.events];
  /** @param {Record<string, unknown>} wish */
  const play = async (wish) => {
    const answered = await engine.ask('POST', `/games/${id}/commands`, { body: { events, command: { id: randomUUID(), seen: game.seq, ...wish } } });
    if (answered.status === 200) [game, events] = [answered.body.game, [...events, ...answered.body.events]];
    return answered;
  };
  const refused = await play({ type: 'turn', turn: 'ah ab' });
  assert.deepEqual([refused.status, refused.body.code, refused.body.part], [422, 'illegal_turn', 'turn']);
  assert.equal((await play({ type: 'accept_take_back' })).body.code, 'no_offer');
  const roll = dice(3);
  let steps = 0;
  while (game.status === 'playing') {
    const path = [];
    for (let node = game.tree; node;) {
      const next = node.next ?? [];
      if (node.finish && (next.length === 0 || roll(3) === 0)) break;
      node = next[roll(next.length)];
      path.push(node.action);
    }
    const { status } = await play({ type: 'turn', turn: path.join(' ') || 'pass' });
    assert.equal(status, 200, path.join(' '));
    if (++steps === 4) assert.equal((await play({ type: 'take_back' })).status, 200);
    assert.ok(steps < 300);
  }
  assert.equal(game.result !== null && game.status, 'over');
  assert.equal((await play({ type: 'turn', turn: 'ab' })).body.code, 'game_over');
  const { body: { next } } = await play({ type: 'rematch' });
  assert.deepEqual([next.game.previous, next.game.status, next.events.length, next.game.id], [id, 'playing', 1, game.next]);
  if (IS_SWEEP) {
    const text = await engine.ask('POST', `/games/${id}/record`, { body: { events } });
    const review = await same('POST', '/reviews', { record: text.body, estimates: true });
    assert.equal(review.body.turns.length, game.turns.length);
  }
  const other = await engine.ask('POST', '/games', { body: { id: randomUUID(), opponent: { type: 'invitation' } } });
  assert.deepEqual([other.status, other.body.part, other.body.detail], [422, 'opponent', 'This needs a server.']);
});

test('a clock on this device runs out', async () => {
  const now = 1_800_000_000_000;
  const { body: { game, events } } = await engine.ask('POST', '/games', { now, body: { id: randomUUID(), opponent: { type: 'local' }, clock: { seconds: 60 } } });
  const kept = [...events];
  for (let turn = 0; turn < 2; turn++) {
    const { body } = await engine.ask('POST', `/games/${game.id}/view`, { now, body: { events: kept } });
    const first = [];
    for (let node = body.game.tree; !node.finish;) {
      node = node.next[0];
      first.push(node.action);
    }
    const command = { id: randomUUID(), seen: body.game.seq, type: 'turn', turn: first.join(' ') };
    kept.push(...(await engine.ask('POST', `/games/${game.id}/commands`, { now, body: { events: kept, command } })).body.events);
  }
  const early = await engine.ask('POST', `/games/${game.id}/clock`, { now: now + 59_000, body: { events: kept } });
  assert.deepEqual([early.body.events, early.body.game.status], [[], 'playing']);
  const late = await engine.ask('POST', `/games/${game.id}/clock`, { now: now + 61_000, body: { events: kept } });
  assert.deepEqual([late.body.events.map((/** @type {any} */ one) => one.event.type), late.body.game.status], [['time_ran_out'], 'over']);
});

test('a browser runs the engine in a worker under the policy of the page, and cancels a request', withVisitor({}, async (one) => {
  await one.open('/');
  const found = await one.page.evaluate(async () => {
    // The module of the page that asks the engine; smaller ones are part of it.
    const path = `${document.querySelector('meta[name="engine"]')?.getAttribute('content')}js/kept/answer.js`;
    const { answerHere } = await import(path);
    const turns = (/** @type {AbortSignal} */ signal) => answerHere('/position/turns?rules=geeky', { signal });
    const first = await turns(AbortSignal.timeout(60_000));
    const stop = new AbortController();
    const cancelled = turns(stop.signal).then(() => 'answered', () => 'cancelled');
    const other = turns(AbortSignal.timeout(60_000));
    setTimeout(() => stop.abort(), 5);
    return { turns: first.turns.length, cancelled: await cancelled, other: (await other).turns.length };
  });
  assert.ok(found.turns > 50);
  assert.deepEqual(found, { turns: found.turns, cancelled: 'cancelled', other: found.turns });
}));

after(() => {
  const mb = (engine.bytes() / 2 ** 20).toFixed(0);
  console.log(`seconds of the server ${seconds.server.toFixed(1)}, of the engine ${seconds.engine.toFixed(1)}; memory of the engine ${mb} MB`);
});
