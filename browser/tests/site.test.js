// The page as plain files on hosts that know nothing of it: from a cold start, then with the network cut.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GONE, playOn, untilCopied, untilKept } from '../lib/offline.js';
import { missing, overflows, settled } from '../lib/page.js';
import { playTurn } from '../lib/pages.js';
import { chip, untilAsked } from '../lib/play.js';
import { PATIENCE, startServer } from '../lib/server.js';
import { makeSite, nginx, python, siteFolder } from '../lib/site.js';
import { visitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const { folder, remove } = siteFolder();
const BELOW = '/games/linja/';
const PLACE = join(folder, 'web', BELOW);
const TODAY = new Date().toISOString().slice(0, 10);

before(() => {
  mkdirSync(join(folder, 'web/games'), { recursive: true });
  assert.match(makeSite(PLACE, { options: ['--base', `https://example.org${BELOW}`] }), /files/);
});
after(remove);

/**
 * A person who comes to a copy for the first time.
 * @param {import('../lib/site.js').Host} host
 * @param {import('../lib/world.js').Wishes} wishes
 */
async function guest(host, wishes = {}) {
  const one = await visitor({ server: /** @type {any} */ ({ origin: host.origin }), allow: GONE, ...wishes });
  return {
    ...one,
    /** Loads the page anew at an address. @param {string} path */
    async open(path) {
      await one.page.goto('about:blank');
      await one.page.goto(`${BELOW}${path === '/' ? '' : `#${path}`}`);
      await one.page.locator('main > *').first().waitFor();
    },
  };
}

/** The puzzle of today, with a right and a wrong turn. */
function puzzle() {
  const { turns: { turns } } = JSON.parse(readFileSync(join(PLACE, 'puzzles/bonus', `${TODAY}.json`), 'utf8'));
  return { right: turns[0].turn, wrong: turns.at(-1).turn };
}

/** Who wins with perfect play, in English, by the file of the copy. @param {string} rules */
function verdict(rules) {
  const { verdicts } = JSON.parse(readFileSync(join(PLACE, 'rules/verdicts.json'), 'utf8'));
  const value = verdicts[rules];
  assert.ok(Object.keys(verdicts).length > 600 && value !== 0, `${value}`);
  return `The ${value > 0 ? 'first' : 'second'} player wins by ${Math.abs(value)}`;
}

/** Starts a game and waits for its page. @param {Page} page @param {string} button */
async function start(page, button) {
  await page.locator(button).click();
  await page.waitForURL(/#\/game\/[0-9a-z]{20}$/);
}

/** Plays the puzzle of today, wrongly and rightly. @param {Awaited<ReturnType<typeof guest>>} one */
async function solve(one) {
  const { right, wrong } = puzzle();
  for (const [turn, said] of [[wrong, '.puzzle-said.wrong'], [right, '.puzzle-said.right']]) {
    await one.open(`/puzzle/bonus/${TODAY}`);
    await playTurn(one.page, turn);
    await one.page.locator('.puzzle-turn .button.ink').click();
    await one.page.locator(said ?? '').waitFor();
  }
}

/** @param {Page} page */
const untilPuzzles = (page) => untilCopied(page, 'answers', `/puzzle?rules=bonus&date=${TODAY}`);

test('nginx, below a path: a whole game, two players, a lesson, a review, the explorer and the puzzle of the day', { timeout: 3 * PATIENCE }, async () => {
  const host = await nginx(folder);
  const one = await guest(host, { settings: { send: 'at_once', level: '1', side: 'black', first: 'me', device: 'side' } });
  const { page } = one;
  try {
    await one.open('/');
    await page.locator('[data-start=invitation]', { hasText: 'needs a server; this copy has none' }).waitFor();
    await untilKept(page);
    await untilPuzzles(page);
    await untilCopied(page, 'answers', '/rules/verdicts');
    await one.context.setOffline(true);

    await one.open('/');
    assert.equal(await page.locator('.header-pill.offline').count(), 0, 'nobody misses a connection');
    await start(page, '.home-go');
    await playOn(page, { most: 2 });
    await untilAsked(page);
    const turns = await page.locator('.game-turn:not(.pending)').allInnerTexts();
    assert.ok(turns.length >= 3, `${turns.length} turns`);
    await page.reload();
    await untilAsked(page);
    assert.deepEqual(await page.locator('.game-turn:not(.pending)').allInnerTexts(), turns, 'the same game after a reload');
    await playOn(page);
    await page.locator('.game-result').waitFor();
    await page.locator('.game-result a', { hasText: 'Review' }).click();
    await page.locator('.study-turn').first().waitFor({ state: 'attached' });
    assert.match(page.url(), /#\/game\/[0-9a-z]{20}\/review$/);
    await one.open('/games');
    await page.locator('.me-row').first().waitFor();
    await page.locator('.me-ways a').last().click();
    await page.waitForURL(/#\/games#own-data$/);
    await page.goBack();
    await page.locator('.me-row').first().waitFor();

    await one.open('/two');
    await start(page, '.two-start');
    await playOn(page, { most: 3 });
    await one.open('/learn/bonus/3');
    await chip(page, 'dh').click();
    await page.locator('.learn-said.right').waitFor();
    await one.open('/explorer/bonus/61111110-01111116-b');
    await page.locator('.study-row').first().dblclick();
    await page.waitForURL((url) => /^#\/explorer\/bonus\/(?!61111110)/.test(url.hash));
    await page.goBack();
    await page.waitForURL(/61111110-01111116-b$/);
    await one.open('/lobby');
    await page.locator('.pages-body', { hasText: 'Needs a server; this copy has none.' }).waitFor();
    await one.open('/rules/bonus+follow-may');
    await page.locator('#house-verdict', { hasText: verdict('bonus+follow-may') }).waitFor();
    await solve(one);

    // Another language, still without a connection.
    await one.open('/');
    await page.locator('.header-language').click();
    await page.locator('#header-languages button', { hasText: 'Deutsch' }).click();
    await page.locator('.header-nav a', { hasText: 'Meine Partien' }).waitFor();
    await page.reload();
    await page.locator('.header-nav a', { hasText: 'Meine Partien' }).waitFor();
    await one.check();
  } catch (error) {
    console.error(`    (faults: ${one.faults.join('; ')})`);
    throw error;
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('python3 -m http.server: on a phone, in the language of the browser', { timeout: 3 * PATIENCE }, async () => {
  const host = await python(folder);
  const one = await guest(host, { settings: { send: 'at_once', level: '1', side: 'black', first: 'me' }, device: { locale: 'fr-FR', viewport: { width: 360, height: 640 } } });
  const { page } = one;
  try {
    await one.open('/');
    await page.locator('html[lang=fr]').waitFor();
    await settled(page);
    assert.deepEqual([...await overflows(page), ...await missing(page)], []);
    await untilKept(page);
    await untilPuzzles(page);
    await one.context.setOffline(true);
    await one.open('/');
    await page.locator('html[lang=fr]').waitFor();
    await start(page, '.home-go');
    await playOn(page, { most: 1 });
    await solve(one);
    await one.check();
  } catch (error) {
    console.error(`    (faults: ${one.faults.join('; ')})`);
    throw error;
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('a browser that keeps nothing shows the page all the same', { timeout: 2 * PATIENCE }, async () => {
  const host = await python(folder);
  const one = await guest(host);
  try {
    // As on a host without TLS.
    await one.context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined });
      Object.defineProperty(globalThis, 'indexedDB', { get: () => undefined });
    });
    await one.open('/');
    await one.page.locator('.home-puzzle .thumbnail svg').waitFor();
    await solve(one);
    await one.check();
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('a browser without vectors shows a message that it is too old', { timeout: 2 * PATIENCE }, async () => {
  const host = await python(folder);
  const one = await guest(host);
  try {
    await one.context.addInitScript(() => { WebAssembly.validate = () => false; });
    await one.open('/');
    await one.page.locator('.home-go').click();
    await one.page.locator('.toast', { hasText: 'needs a newer browser' }).waitFor();
    await one.check();
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('links to puzzles have previews, which lead to the page', { timeout: 2 * PATIENCE }, async () => {
  const host = await nginx(folder);
  const one = await guest(host);
  try {
    const home = readFileSync(join(PLACE, 'index.html'), 'utf8');
    assert.match(home, /property="og:image" content="https:\/\/example\.org\/games\/linja\/picture\/card\/home\.png/);
    const html = readFileSync(join(PLACE, 'puzzle/bonus', TODAY, 'index.html'), 'utf8');
    const [, picture = ''] = /property="og:image" content="https:\/\/example\.org\/games\/linja\/([^"?]+)/.exec(html) ?? [];
    assert.deepEqual([...readFileSync(join(PLACE, picture)).subarray(1, 4)], [...Buffer.from('PNG')]);
    await one.page.goto(`${BELOW}puzzle/bonus/${TODAY}/`);
    await one.page.waitForURL((url) => url.hash === `#/puzzle/bonus/${TODAY}`);
    await one.page.locator('.puzzle-task').waitFor();
    await one.check();
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('with a server elsewhere: an invitation, and both play on the copy', { timeout: 3 * PATIENCE }, async () => {
  const host = await nginx(folder);
  const server = await startServer({ solved: false, options: ['--allow-origin', host.origin] });
  makeSite(join(folder, 'web/online'), { puzzles: 0, options: ['--server', server.origin] });
  const allow = [...GONE, new RegExp(`left for (http|ws)://${new URL(server.origin).host}/api/v1/`)];
  const wishes = { allow, settings: { send: 'at_once', side: 'black', first: 'me' } };
  const [ada, ben] = [await guest(host, wishes), await guest(host, wishes)];
  try {
    await ada.page.goto('/online/');
    await ada.page.locator('[data-start=invitation]:not([aria-disabled])').click();
    const link = await ada.page.locator('.game-link').inputValue();
    assert.match(link, /\/online\/#\/game\//, 'a link to the copy');
    await ben.page.goto(link);
    await ben.page.locator('.game-join .button').click();
    await untilAsked(ada.page);
    await playOn(ada.page, { most: 1 });
    await untilAsked(ben.page);
    await playOn(ben.page, { most: 1 });
    await untilAsked(ada.page);
    await ada.page.reload();
    await untilAsked(ada.page);
    assert.ok(await ada.page.locator('.game-turn:not(.pending)').count() >= 2, 'the game is on the server, and the seat is kept');
    await ada.check();
    await ben.check();
  } catch (error) {
    console.error(`    (faults: ${[...ada.faults, ...ben.faults].join('; ')})`);
    throw error;
  } finally {
    await ada.leave();
    await ben.leave();
    await server.stop();
    await host.stop();
  }
});

/** Writes another version of the copy, as a later program would: its own files beside those of the version before. */
function update() {
  const { version } = JSON.parse(readFileSync(join(PLACE, 'linja-site.json'), 'utf8'));
  const next = [...version].reverse().join('');
  cpSync(join(PLACE, 'v', version), join(PLACE, 'v', next), { recursive: true });
  for (const name of ['index.html', 'sw.js', 'manifest.webmanifest', 'linja-site.json']) {
    const text = readFileSync(join(PLACE, name), 'utf8');
    assert.ok(text.includes(version), name);
    writeFileSync(join(PLACE, name), text.replaceAll(version, next));
  }
  return { version, next };
}

/** The versions of the files that the page has loaded. @param {Page} page @returns {Promise<string[]>} */
const versions = (page) => page.evaluate(() => [...new Set(performance.getEntriesByType('resource').flatMap(({ name }) => /\/v\/([0-9a-f]{16})\//.exec(name)?.[1] ?? []))]);

test('an update mixes no versions and loses no game', { timeout: 3 * PATIENCE }, async () => {
  const host = await python(folder);
  const one = await guest(host, { settings: { send: 'at_once', level: '1', side: 'black', first: 'me' } });
  const { page } = one;
  try {
    await one.open('/');
    await untilKept(page);
    await start(page, '.home-go');
    await playOn(page, { most: 1 });
    await untilAsked(page);
    const game = page.url();
    const turns = await page.locator('.game-turn:not(.pending)').allInnerTexts();
    const { version, next } = update();

    // A page that was open goes on with its own version.
    await page.evaluate(() => { location.hash = '#/explorer/bonus/61111110-01111116-b'; });
    await page.locator('.study-row').first().waitFor();
    assert.deepEqual(await versions(page), [version]);

    await page.goto('about:blank');
    await page.goto(game);
    await untilAsked(page);
    assert.deepEqual(await versions(page), [next]);
    assert.deepEqual(await page.locator('.game-turn:not(.pending)').allInnerTexts(), turns);

    // The new version is kept as a whole, too.
    const isKept = () => page.evaluate(async (name) => {
      const now = await navigator.serviceWorker.getRegistration();
      return (await caches.keys()).some((key) => key.includes(name)) && now?.active?.state === 'activated' && !now.installing && !now.waiting;
    }, next);
    for (const until = Date.now() + PATIENCE; !await isKept();) {
      assert.ok(Date.now() < until, 'the new version was not kept');
      await page.waitForTimeout(100);
    }
    await one.context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(game);
    await untilAsked(page);
    assert.deepEqual(await versions(page), [next]);
    await playOn(page, { most: 1 });
    await one.check();
  } catch (error) {
    console.error(`    (faults: ${one.faults.join('; ')})`);
    throw error;
  } finally {
    await one.leave();
    await host.stop();
  }
});

test('a new copy takes the place of the old one, and leaves what others have put there', () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'mine.txt'), 'mine');
  assert.throws(() => makeSite(other), 'a foreign folder');
  assert.deepEqual(readdirSync(other), ['mine.txt']);

  writeFileSync(join(PLACE, 'CNAME'), 'example.org');
  // As if an earlier version of the program had written it.
  makeSite(PLACE, { puzzles: 0 });
  const { version: now } = JSON.parse(readFileSync(join(PLACE, 'linja-site.json'), 'utf8'));
  mkdirSync(join(PLACE, 'v/0123456789abcdef/js'), { recursive: true });
  writeFileSync(join(PLACE, 'v/0123456789abcdef/js/main.js'), '');
  writeFileSync(join(PLACE, 'linja-site.json'), '{"version":"0123456789abcdef"}');
  makeSite(PLACE, { puzzles: 0 });
  assert.equal(readFileSync(join(PLACE, 'CNAME'), 'utf8'), 'example.org');
  assert.deepEqual(readdirSync(join(PLACE, 'v')).sort(), ['0123456789abcdef', now].sort(), 'pages of the version before may be open');
  assert.ok(!readdirSync(PLACE).includes('puzzles'));
  assert.ok(readdirSync(join(folder, 'web/games')).every((name) => name === 'linja'), 'nothing is left beside it');
});
