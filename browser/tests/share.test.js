// Sharing: pictures to save, the code to embed, and the board on the page of somebody else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { dice, turnIn } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** A game of two on one device after some turns, resigned. @param {Visitor} one @param {number} turns */
async function finished(one, turns) {
  const roll = dice(3);
  let game = await one.create({ rules: 'bonus', opponent: { type: 'local' }, side: 'black', first: 'black', name: 'Anna', opponent_name: 'Ben' });
  const send = async (/** @type {Record<string, unknown>} */ what) => {
    ({ game } = await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...what }));
  };
  for (let i = 0; i < turns; i += 1) await send({ type: 'turn', turn: turnIn(game.tree, roll) });
  await send({ type: 'resign', side: 'red' });
  return game;
}

/** Serves one page from another origin. @param {string} html @param {(origin: string) => Promise<void>} act */
async function onForeignPage(html, act) {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise((done) => { server.listen(0, '127.0.0.1', () => done(undefined)); });
  try {
    await act(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('another page shows the board and steps through the game, without a cookie', withVisitor({ device: PHONE, allow: [/frame-ancestors/, /^A request left for http:\/\/127\.0\.0\.1/] }, async (one) => {
  const game = await finished(one, 3);
  await one.context.clearCookies();
  const html = `<!doctype html><title>Other</title><iframe id="board" title="Linja" src="${one.server.origin}/embed/game/${game.id}?lang=en" width="360" height="600"></iframe>
    <iframe id="page" title="page" src="${one.server.origin}/settings"></iframe>`;
  await onForeignPage(html, async (origin) => {
    await one.page.goto(origin);
    const board = one.page.frameLocator('#board');
    const picture = board.locator('#board');
    const place = board.locator('#place');
    await board.getByText('Turn 2 of 2: Black').waitFor();
    const isPainted = () => picture.evaluate((image) => new Promise((done) => {
      const { complete, naturalWidth } = /** @type {HTMLImageElement} */ (image);
      if (complete) done(naturalWidth > 0);
      else image.addEventListener('load', () => done(true), { once: true });
    }));
    assert.ok(await isPainted());
    const last = await picture.getAttribute('alt');
    await board.getByRole('button', { name: 'Previous turn' }).click();
    await board.getByText('Turn 1 of 2: Red').waitFor();
    await board.getByRole('button', { name: 'To the start' }).press('Enter');
    await board.getByText('Start of the game').waitFor();
    assert.equal(await board.getByRole('button', { name: 'Previous turn' }).getAttribute('aria-disabled'), 'true');
    assert.match(await picture.getAttribute('alt') ?? '', /^a: 6 black; b: /);
    assert.ok(await isPainted());
    await board.getByRole('button', { name: 'To the start' }).press('ArrowRight');
    assert.match(await place.textContent() ?? '', /^Turn 1 of 2: Black /);
    await board.getByRole('button', { name: 'To the end' }).click();
    assert.equal(await picture.getAttribute('alt'), last);
    const refused = one.page.frames().find((frame) => frame.url() === `${one.server.origin}/settings`);
    assert.equal(refused, undefined, 'no other page may be framed');
    assert.deepEqual(await one.context.cookies(one.server.origin), []);
  });
  await one.page.goto(`${one.server.origin}/embed/game/${game.id}`);
  assert.deepEqual(await findings(one.page), []);
}));

test('the result saves pictures and shows the code to embed', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await finished(one, 2);
  await one.open(`/game/${game.id}`);
  const share = page.locator('.game-result').getByRole('button', { name: 'Share' });
  for (const [name, ending, head] of /** @type {const} */ ([['Picture', 'png', '\x89PNG'], ['Picture (SVG)', 'svg', '<svg'], ['Animated picture', 'gif', 'GIF89a']])) {
    await share.click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), `linja-${game.id}.${ending}`);
    assert.ok(readFileSync(await download.path()).toString('latin1').startsWith(head));
  }
  await share.click();
  await page.getByRole('button', { name: 'Embed' }).click();
  const code = page.getByRole('textbox', { name: 'Embed the board' });
  assert.ok((await code.inputValue()).startsWith(`<iframe src="${one.server.origin}/embed/game/${game.id}?lang=en" title="Linja board"`));
  assert.deepEqual(await findings(page), []);
  await page.getByRole('button', { name: 'Close' }).click();

  await one.open('/explorer/bonus/61111110-01111116-b');
  for (const [name, ending] of /** @type {const} */ ([['Picture', 'png'], ['Picture (SVG)', 'svg']])) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    assert.equal((await saved).suggestedFilename(), `linja-61111110-01111116-b.${ending}`);
  }
}));

test('a puzzle and house rules share their link and their picture', withVisitor({ device: { permissions: ['clipboard-read', 'clipboard-write'] } }, async (one) => {
  const { page } = one;
  for (const [path, picture] of /** @type {const} */ ([
    ['/puzzle/bonus/2026-11-10', 'puzzle/bonus/2026-11-10'],
    ['/puzzle/bonus/20110107-50123100-b', 'position/bonus/20110107-50123100-b'],
    ['/rules/classic+left-one', 'rules/classic%2Bleft-one'],
  ])) {
    await one.open(path);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    for (const [name, ending] of /** @type {const} */ ([['Picture', 'png'], ['Picture (SVG)', 'svg']])) {
      await share.click();
      const [asked, saved] = [page.waitForRequest('**/picture/**'), page.waitForEvent('download')];
      await page.getByRole('button', { name, exact: true }).click();
      assert.equal(new URL((await asked).url()).pathname, `/picture/${picture}.${ending}`);
      assert.equal((await saved).suggestedFilename().split('.').at(-1), ending);
    }
    await share.click();
    await page.getByRole('button', { name: 'Share link' }).click();
    await page.waitForFunction(async (end) => new URL(await navigator.clipboard.readText()).pathname === end, path);
  }
}));

test('a review shares the picture of the game, or of the position on the board', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await finished(one, 3);
  const { turns } = await one.api(`/games/${game.id}/review`);
  await one.open(`/game/${game.id}/review?turn=2`);
  const position = turns[0].after.replace(/[/ ]/g, '-');
  for (const [name, path] of /** @type {const} */ ([['Picture of the game', `game/${game.id}`], ['Picture of this position', `position/bonus/${position}`]])) {
    await page.getByRole('button', { name: 'Share' }).click();
    const asked = page.waitForRequest('**/picture/**');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    assert.equal(new URL((await asked).url()).pathname, `/picture/${path}.png`);
    await saved;
  }
  await page.getByRole('button', { name: 'Share' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Animated picture' }).click();
  assert.equal((await saved).suggestedFilename(), `linja-${game.id}.gif`);
}));

test('what a record has no place for is said before it is saved', withVisitor({}, async (one) => {
  const { page } = one;
  const { id, position } = await finished(one, 1);
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${position.replace(/[/ ]/g, '-')}`);
  const told = page.locator('dialog').getByText('A game record has no place for your tries after the last turn. A link keeps them.');
  // Instead of the turn that was played, then after it, where the game ends.
  for (const [at, count] of /** @type {const} */ ([[0, 0], [1, 1]])) {
    await one.open('/');
    await page.evaluate((tries) => localStorage.setItem('linja.tries', JSON.stringify([tries])), { game: id, text: `${at} (${turns[0].turn})` });
    await one.open(`/game/${id}/review?turn=${at + 1}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('switch', { name: 'With my comments and tries' }).waitFor();
    assert.equal(await told.count(), count);
  }
}));
