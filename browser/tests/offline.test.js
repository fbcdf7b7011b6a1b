// Without a connection, from a cold start: the browser has visited the page once, then the server or the network is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../lib/axe.js';
import { LANGUAGES, overflows, ready, settled } from '../lib/page.js';
import { GONE, playOn, untilCopied, untilKept } from '../lib/offline.js';
import { playTurn } from '../lib/pages.js';
import { chip, untilAsked } from '../lib/play.js';
import { PATIENCE, startServer } from '../lib/server.js';
import { PHONE, visitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof visitor>>} Visitor */

/** How the connection goes, and how it comes back. */
const LOSSES = {
  server: { begin: (/** @type {Visitor} */ { server }) => server.kill(), end: (/** @type {Visitor} */ { server }) => server.start() },
  network: { begin: (/** @type {Visitor} */ { context }) => context.setOffline(true), end: (/** @type {Visitor} */ { context }) => context.setOffline(false) },
};

/**
 * A person who was here once; then the server goes, or the network.
 * @param {import('../lib/world.js').Wishes & {loss?: keyof typeof LOSSES}} wishes
 * @param {(one: Visitor, back: () => Promise<unknown>) => Promise<void>} body `back` brings the connection back
 * @param {(one: Visitor) => Promise<void>} [before] what happens while the server is there
 */
async function withoutServer({ loss = 'server', ...wishes }, body, before) {
  const server = await startServer({ solved: true });
  const one = await visitor({ server, allow: GONE, ...wishes });
  try {
    await one.open('/');
    await untilKept(one.page);
    await before?.(one);
    await one.page.goto('about:blank');
    await LOSSES[loss].begin(one);
    await body(one, () => LOSSES[loss].end(one));
    await one.check();
  } catch (error) {
    console.error(`    (faults: ${one.faults.join('; ')})`);
    await one.page.screenshot({ path: 'target/screenshots/failed/offline.png' }).catch(() => undefined);
    throw error;
  } finally {
    await one.leave();
    await server.stop();
  }
}

const pill = (/** @type {Page} */ page) => page.locator('.header-pill.offline');

test('the network is cut: a whole game against the computer, with a reload in the middle; its review; the network comes back', { timeout: 3 * PATIENCE }, async () => {
  await withoutServer({ loss: 'network', settings: { send: 'at_once', level: '2', side: 'black', first: 'me' } }, async (one, back) => {
    const { page } = one;
    await one.open('/');
    await pill(page).filter({ hasText: 'Offline: games stay on this device' }).waitFor();
    await page.locator('[data-start=invitation]', { hasText: 'needs a connection' }).waitFor();
    assert.equal(await page.locator('[data-start=invitation]').getAttribute('aria-disabled'), 'true');
    await page.locator('.home-go').click();
    await page.waitForURL('**/game/*');
    await playOn(page, { most: 3 });
    await untilAsked(page);
    const turns = await page.locator('.game-turn:not(.pending)').allInnerTexts();
    assert.ok(turns.length >= 4, `${turns.length} turns`);
    await page.reload();
    await untilAsked(page);
    assert.deepEqual(await page.locator('.game-turn:not(.pending)').allInnerTexts(), turns, 'the same game after a reload');
    const address = new URL(page.url()).pathname;

    // Hints are estimates.
    await page.locator('.game-tool.hint').click();
    await page.locator('.game-prompt-text code').waitFor();
    await playOn(page);
    await page.locator('.game-result').waitFor();
    await page.goto(`${address}/review`);
    await page.locator('.study-turn').first().waitFor({ state: 'attached' });
    await one.open('/games');
    await page.locator('.me-row').first().waitFor();
    assert.equal(await page.locator('.me-row').count(), 1);

    await back();
    await page.locator('.toast', { hasText: 'Back online. 1 game was kept.' }).waitFor();
    await pill(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.me-row').first().waitFor();
    assert.equal(await page.locator('.me-row').count(), 1, 'the game is still there');
    // The server has the tables: its review has grades.
    await page.goto(`${address}/review`);
    await page.locator('.study-graph').waitFor();
  });
});

const PUZZLE = '/puzzle/bonus/2026-11-10';

test('two players, a lesson, the rules, the explorer, a record and a puzzle that was seen', { timeout: 3 * PATIENCE }, async () => {
  const puzzle = { right: '', wrong: '' };
  await withoutServer({ settings: { send: 'at_once', device: 'side' } }, async (one) => {
    const { page } = one;
    await one.open('/two');
    await page.locator('.two-start').click();
    await page.waitForURL('**/game/*');
    await playOn(page, { most: 4 });
    await page.reload();
    await untilAsked(page);
    assert.ok(await page.locator('.game-turn:not(.pending)').count() >= 4);

    await one.open('/learn/bonus/3');
    await chip(page, 'dh').click();
    await page.locator('.learn-said.right').waitFor();
    await one.open('/rules');
    await page.locator('main h1').waitFor();
    await one.open('/explorer/bonus/61111110-01111116-b');
    await page.locator('.study-row').first().waitFor();
    await page.locator('.study-estimate').first().waitFor();
    await one.open('/review');
    await page.locator('#study-record').fill('[Rules "bonus"]\n[First "black"]\n\n1. cd fh +ef | ed da +de\n2. ab fh +de | ed ba +cd');
    await page.locator('form button[type=submit]').click();
    await page.locator('.study-turn').first().waitFor({ state: 'attached' });
    await one.open('/lobby');
    await page.locator('.pages-body', { hasText: 'Needs a connection.' }).waitFor();
    await one.open('/rules/bonus+follow-may');
    await page.locator('.house-state', { hasText: 'Needs a connection.' }).waitFor();
    await page.locator('#house-verdict', { hasText: 'The first player wins by 2' }).waitFor();
    // The wrong turn is refuted, the right one is right: their values are exact.
    for (const [turn, said] of /** @type {const} */ ([[puzzle.wrong, '.puzzle-said.wrong'], [puzzle.right, '.puzzle-said.right']])) {
      await one.open(PUZZLE);
      await playTurn(page, turn);
      await page.locator('.puzzle-turn .button.ink').click();
      await page.locator(said).waitFor();
    }
  }, async (one) => {
    await one.open('/rules/bonus');
    await untilCopied(one.page, 'answers', '/rules/verdicts');
    await one.open(PUZZLE);
    const { position } = await one.api('/puzzle?rules=bonus&date=2026-11-10');
    const { turns } = await one.api(`/position/turns?rules=bonus&pos=${position.replace(/[/ ]/g, '-')}`);
    Object.assign(puzzle, { right: turns[0].turn, wrong: turns.at(-1).turn });
    await untilCopied(one.page, 'answers', '/puzzle?rules=bonus&date=2026-11-10');
  });
});

test('a turn against a person, played without a connection after a cold start, is sent later', { timeout: 3 * PATIENCE }, async () => {
  let id = '';
  await withoutServer({ settings: { name: 'Ada' } }, async (one, back) => {
    const { page } = one;
    await one.open(`/game/${id}`);
    await untilAsked(page);
    await playOn(page, { most: 1 });
    await page.locator('.game-prompt-buttons .button.ink').click();
    await page.locator('.game-notes', { hasText: 'Your turn is saved on this device' }).waitFor();
    // Not on the page of the game: it is sent all the same.
    await one.open('/');
    await pill(page).waitFor();
    await back();
    await page.locator('.toast', { hasText: 'Back online.' }).waitFor();
    for (const until = Date.now() + PATIENCE; (await one.api(`/games/${id}`)).game.turns.length === 0;) assert.ok(Date.now() < until, 'the turn was not sent');
  }, async (one) => {
    const game = await one.create({ opponent: { type: 'invitation' }, name: 'Ada', side: 'black', first: 'black' });
    id = game.id;
    const { invitation } = await one.api(`/games/${id}`);
    const friend = await one.context.browser()?.newContext({ baseURL: one.server.origin });
    assert.ok(friend);
    await friend.request.post(`/api/v1/games/${id}/commands`, { data: { id: crypto.randomUUID(), seen: game.seq, type: 'join', code: invitation.code, name: 'Mum' } });
    await friend.close();
    await one.open(`/game/${id}`);
    await untilAsked(one.page);
    await untilCopied(one.page, 'seen', id);
  });
});

test('the words fit in every language', { timeout: 3 * PATIENCE }, async () => {
  const one = await visitor({ allow: GONE });
  const { page } = one;
  /** @type {string[]} */
  const wrong = [];
  try {
    for (const lang of LANGUAGES) {
      await one.open(`/?lang=${lang}`);
      await one.context.setOffline(true);
      await pill(page).waitFor();
      for (const [width, height] of /** @type {const} */ ([[1366, 768], [1200, 768], [1024, 768], [390, 844], [360, 640]])) {
        await page.setViewportSize({ width, height });
        await settled(page);
        wrong.push(...(await overflows(page)).map((text) => `${lang}, ${width}: ${text}`));
      }
      await one.context.setOffline(false);
      await page.locator('.toast').waitFor();
      await pill(page).waitFor({ state: 'detached' });
    }
    assert.deepEqual(wrong, []);
    await one.check();
  } finally {
    await one.leave();
  }
});

for (const [name, device] of /** @type {[string, object][]} */ ([['desktop', { viewport: { width: 1366, height: 768 } }], ['tablet', { viewport: { width: 1024, height: 768 } }], ['phone', PHONE], ['small', { ...PHONE, viewport: { width: 360, height: 640 } }]])) {
  test(`the pages without a connection look right and are accessible (${name})`, { timeout: 3 * PATIENCE }, async () => {
    await withoutServer({ device, settings: { send: 'at_once' } }, async (one) => {
      const { page } = one;
      /** @type {string[]} */
      const wrong = [];
      const check = async (/** @type {string} */ what) => {
        await ready(page);
        wrong.push(...(await overflows(page)).map((text) => `${what}: ${text}`));
        wrong.push(...(await inspect(page, `offline-${what}-${name}`, ['light', 'dark'])).map((text) => `${what}: ${text}`));
        await page.emulateMedia({ colorScheme: 'light' });
      };
      await one.open('/');
      await pill(page).waitFor();
      await check('home');
      await page.locator('.home-go').click();
      await page.waitForURL('**/game/*');
      await untilAsked(page);
      const box = await page.locator('.header-pill.offline:visible .icon').first().boundingBox();
      assert.ok(box && box.x >= 0 && box.y >= 0 && box.width >= 14, 'the sign that there is no connection');
      await check('game');
      await one.open('/games');
      await page.locator('.me-row').first().waitFor();
      await check('games');
      await one.open('/lobby');
      await page.locator('.pages-body', { hasText: 'Needs a connection.' }).waitFor();
      await check('lobby');
      assert.deepEqual(wrong, []);
    });
  });
}
