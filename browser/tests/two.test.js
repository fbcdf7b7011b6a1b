// Two people on one device: whose turn it is, and whose points the rows show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overflows, scrolls, settled } from '../lib/page.js';
import { chip, look, playedGame, turnIn, untilAsked } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

/** The points of the rows, from a to h. @param {Page} page */
const points = (page) => page.locator('.board-row .board-worth').allInnerTexts();

const BLACK = ['−5', '−3', '−2', '−1', '+1', '+2', '+3', '+5'];

test('the rows show the points of whoever moves, and the turn box belongs to them', withVisitor({ settings: { send: 'at_once' } }, async (one) => {
  const { page } = one;
  const game = await playedGame(one, { name: 'Ada', side: 'black', first: 'black' }, { turns: 0 });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  assert.deepEqual(await points(page), BLACK);
  assert.match(await page.locator('.game-player.bottom .game-name').innerText(), /Ada.+/, 'more than the name');
  while ((await page.locator('.game-turn:not(.pending)').count()) === 0) {
    const { actions } = await look(page);
    const [action] = actions;
    if (action) await chip(page, action).click();
    else await page.locator('.game-prompt-buttons .ink').click();
    await page.waitForTimeout(300);
  }
  await page.locator('.game-player.top.moving').waitFor();
  await page.waitForFunction(() => document.querySelector('.board.for-red') !== null);
  assert.deepEqual(await points(page), BLACK.toReversed());
  const colour = await page.locator('.board-worth').first().evaluate((each) => getComputedStyle(each).color);
  assert.equal(colour, 'rgb(158, 43, 27)');
  const [seat, box] = await Promise.all([page.locator('.game-player.top').boundingBox(), page.locator('.game-prompt').boundingBox()]);
  assert.ok(seat && box && Math.abs(box.y - seat.y - seat.height) < 2, 'the turn box joins the card of the mover');
  for (const [width, height] of /** @type {const} */ ([[1366, 768], [1024, 768], [960, 620], [1366, 641], [820, 1180]])) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.deepEqual([Math.max(0, scrolled), ...await overflows(page)], [0], `${width}×${height}`);
  }
}));

test('on a phone the prompt says whose turn it is', withVisitor({ device: PHONE }, async (one) => {
  const { page } = one;
  const game = await playedGame(one, { name: 'Ada', side: 'black', first: 'black' }, { turns: 1 });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  const whose = page.locator('.game-prompt-whose');
  assert.ok(await whose.isVisible());
  assert.match(await whose.innerText(), /Red/);
  assert.match(await page.locator('.game-prompt-text').innerText(), /Red/, 'whose points the rows show');
}));

test('on a phone the board keeps its place whoever moves', withVisitor({ settings: { device: 'side', send: 'at_once' }, device: { ...PHONE, reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  let game = await playedGame(one, { name: 'Ada', opponent_name: 'Ben', side: 'black', first: 'black' }, { turns: 2 });
  await one.open(`/game/${game.id}`);
  /** @type {unknown[]} */
  const places = [];
  for (const name of ['Ada', 'Ben', 'Ada']) {
    await page.locator('.game-player.called', { hasText: name }).waitFor();
    await untilAsked(page);
    await settled(page);
    const box = await page.locator('.board').boundingBox();
    places.push({ y: box?.y, height: box?.height });
    assert.equal(await scrolls(page), 0, name);
    const turn = turnIn(game.tree, () => 0);
    game = (await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn })).game;
  }
  assert.deepEqual(places, places.map(() => places[0]));
}));
