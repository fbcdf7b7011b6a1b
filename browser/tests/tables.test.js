// A copy of the page as plain files that comes with a table: its values are exact, and the same as a server's.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GONE, untilKept } from '../lib/offline.js';
import { farHost } from '../lib/ranges.js';
import { PATIENCE, startServer } from '../lib/server.js';
import { makeSite, nginx, python, siteFolder } from '../lib/site.js';
import { visitor } from '../lib/world.js';

const { folder, remove } = siteFolder();
const PLACE = join(folder, 'web');
const TABLE = join(PLACE, 'tables/bonus.linja');
/** The first bytes of a table, the entries of the pages with the same movers, and what all turns of a position may cost. */
const [HEADER, MOST_BYTES] = [256, 150_000];
const MIDDLE = '33211101/10111125 r';
const START = '61111110/01111116 b';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  mkdirSync(PLACE, { recursive: true });
  makeSite(PLACE, { puzzles: 0, options: ['--tables', 'bonus'] });
  server = await startServer();
});
after(async () => {
  await server.stop();
  remove();
});

/** @param {string} origin @param {RegExp[]} [allow] */
const guest = (origin, allow = []) => visitor({ server: /** @type {any} */ ({ origin }), allow: [...GONE, ...allow] });

/** @param {string} what @param {string} [position] */
const path = (what, position = MIDDLE) => `/position${what}?${new URLSearchParams({ pos: position, rules: 'bonus' })}`;

/** Asks the engine of a page. @param {import('playwright-core').Page} page @param {string} asked @param {unknown} [body] */
const ask = (page, asked, body) => page.evaluate(async ([to, content]) => {
  const { answerHere } = await import(new URL(`${document.querySelector('meta[name="engine"]')?.getAttribute('content')}js/kept/answer.js`, document.baseURI).href);
  return answerHere(to, { body: content ?? undefined });
}, /** @type {[string, any]} */ ([asked, body ?? null]));

/** A game of two turns that are not the best ones. */
async function record() {
  const { turns: [, , , first] } = await fromServer(path('/turns', START));
  const { turns } = await fromServer(path('/turns', first.after));
  return `[Rules "bonus"]\n\n1. ${first.turn} | ${turns.at(-1).turn}\n`;
}

/** @param {string} asked @param {unknown} [body] */
async function fromServer(asked, body) {
  const options = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.origin}/api/v1${asked}`, options);
  assert.equal(response.status, 200, asked);
  return response.json();
}

test('nginx: explorer, hints and reviews are exact, from a few ranges of the table', { timeout: 2 * PATIENCE }, async () => {
  const host = await nginx(folder);
  const far = await farHost(host.origin);
  // At the end the host is out of reach.
  const one = await guest(far.origin, [/table of bonus is not used, values are estimates: Failed to fetch/]);
  try {
    await one.page.goto(`/#/explorer/bonus/${MIDDLE.replace(/[/ ]/g, '-')}`);
    await one.page.locator('.study-verdict', { hasText: 'This value is exact' }).waitFor();
    const asked = far.taken();
    assert.ok(asked.every(({ range, status }) => range && status === 206), JSON.stringify(asked));
    assert.equal(asked.filter(({ range }) => range === `bytes=0-${HEADER - 1}`).length, 1, 'the header once');
    const bytes = asked.reduce((sum, each) => sum + each.bytes, 0);
    assert.ok(asked.length <= 30 && bytes < MOST_BYTES, `${asked.length} requests, ${bytes} bytes`);

    for (const what of ['', '/turns', '/hint', '/line']) {
      const more = what === '' ? '&values=true' : '';
      assert.deepEqual(await ask(one.page, path(what) + more), await fromServer(path(what) + more), what);
    }
    const game = { record: await record() };
    assert.deepEqual(await ask(one.page, '/reviews', game), await fromServer('/reviews', game));
    assert.deepEqual(await ask(one.page, '/oracle'), { tables: [{ rules: 'bonus', status: 'ready' }] });
    assert.ok(far.taken().every(({ range }) => range !== `bytes=0-${HEADER - 1}`), 'the header only once');

    // Without its host there is nothing to read. The weights of the search are kept.
    await untilKept(one.page);
    await one.context.setOffline(true);
    const turns = await ask(one.page, path('/turns', '00111018/90102000 b'));
    assert.equal(turns.exact, false);
    assert.equal((await ask(one.page, path('/turns', MIDDLE))).exact, false, 'a table is left alone for a while');
    await one.check();
  } finally {
    await one.leave();
    await far.stop();
    await host.stop();
  }
});

test('a table that is replaced, or damaged, gives no wrong values', { timeout: 2 * PATIENCE }, async () => {
  const host = await nginx(folder);
  const one = await guest(host.origin, [/table of bonus is not used/]);
  const good = readFileSync(TABLE);
  try {
    await one.page.goto('/');
    const expected = await fromServer(path('/turns'));
    const start = await fromServer(path('/turns', START));
    assert.deepEqual(await ask(one.page, path('/turns')), expected);
    // The same table, as another file.
    writeFileSync(TABLE, good);
    assert.deepEqual(await ask(one.page, path('/turns', START)), start);
    // All pages are damaged.
    writeFileSync(TABLE, Buffer.from(good).fill(0xff, HEADER, good.length - 1_297_100));
    assert.equal((await ask(one.page, path('/turns', '00111018/90102000 b'))).exact, false);
    await one.check();
  } finally {
    writeFileSync(TABLE, good);
    await one.leave();
    await host.stop();
  }
});

test('python3 -m http.server sends no ranges: estimates, and no download; a table on the device is read', { timeout: 3 * PATIENCE }, async () => {
  const host = await python(folder);
  const far = await farHost(host.origin);
  const one = await guest(far.origin, [/table of bonus is not used, values are estimates: the host sends no parts of files/]);
  try {
    await one.page.goto('/');
    await one.page.locator('main > *').first().waitFor();
    assert.equal((await ask(one.page, path('/turns'))).exact, false);
    assert.equal((await ask(one.page, path('/turns', '00111018/90102000 b'))).exact, false);
    const asked = far.taken();
    assert.deepEqual(asked.map(({ status }) => status), [200], 'asked once');
    assert.ok((asked[0]?.bytes ?? Infinity) < statSync(TABLE).size / 10, `${asked[0]?.bytes} bytes`);

    await one.page.evaluate(async () => {
      const tables = await (await navigator.storage.getDirectory()).getDirectoryHandle('tables', { create: true });
      const file = await (await tables.getFileHandle('bonus.linja', { create: true })).createWritable();
      const { body } = await fetch('tables/bonus.linja');
      await body?.pipeTo(file);
    });
    for (const what of ['/turns', '/hint']) assert.deepEqual(await ask(one.page, path(what)), await fromServer(path(what)), what);
    assert.deepEqual(await ask(one.page, '/oracle'), { tables: [{ rules: 'bonus', status: 'ready' }] });
    await one.check();
  } finally {
    await one.leave();
    await far.stop();
    await host.stop();
  }
});
