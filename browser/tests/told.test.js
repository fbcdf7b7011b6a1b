// The opponent's turn is told: in words with the reason, as arrows that stay until one acts, and once more when asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, overflows, settled } from '../lib/page.js';
import { chip, untilAsked, untilPhase } from '../lib/play.js';
import { PHONE, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** Red plays here `fe ca +dc`: two steps, exactly into the goal, and a bonus. */
const BEFORE = '01231005/31211310 r';
const TURN = 'fe ca +dc';

/** A game in which Red's turn has just been played by somebody else. @param {Visitor} ada @param {Visitor} ben @param {string} [turn] */
async function afterTurn(ada, ben, turn = TURN) {
  const made = await ada.api('/games', { id: crypto.randomUUID(), rules: 'bonus', opponent: { type: 'invitation' }, name: 'Ada', side: 'black', position: BEFORE });
  const joined = await ben.api(`/games/${made.game.id}/commands`, { id: crypto.randomUUID(), seen: made.game.seq, type: 'join', code: made.invitation.code, name: 'Ben' });
  await ada.open(`/game/${made.game.id}`);
  await ada.page.locator('.game-told', { hasText: 'Ben is thinking' }).waitFor();
  await ben.api(`/games/${made.game.id}/commands`, { id: crypto.randomUUID(), seen: joined.game.seq, type: 'turn', turn });
  await untilAsked(ada.page);
  return made.game.id;
}

/** The shown lines. @param {Page} page */
const lines = (page) => page.locator('.game-player .game-told-list li').evaluateAll((all) => all.map((line) => [...line.children].filter((part) => part.checkVisibility())
  .map((part) => /** @type {HTMLElement} */ (part).innerText.replace(/\s*\n.*$/s, '')).filter(Boolean).join(' ')));

const arrows = (/** @type {Page} */ page) => page.locator('.board-line.last.red').count();

test('a turn is told with its reasons, and its arrows go with the first action and come back with undo', withVisitors([{}, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  await afterTurn(ada, ben);
  await page.locator('.game-told-list').waitFor();
  assert.deepEqual(await lines(page), ['1 f → e earned 2 steps', '2 c → a exactly into the goal', 'd → c bonus']);
  await page.locator('.board-line.last.red').nth(2).waitFor();
  assert.equal(await arrows(page), 3);
  assert.equal(await page.locator('.board-badge.last.star').count(), 1);
  assert.match(await page.locator('.game-lead-text').innerText(), /Ben leads by 2/);
  assert.match(await page.locator('.game-lead-points').innerText(), /16 : 18/);
  await page.keyboard.press('d');
  await page.waitForFunction(() => document.querySelector('.board-line.last') === null);
  await page.locator('.game-lead-text', { hasText: '→' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelectorAll('.board-line.last').length === 3);
  await chip(page, 'de').click();
  await untilPhase(page, 'follow_up');
  assert.equal(await arrows(page), 0);
  assert.equal((await lines(page)).length, 3, 'the words stay');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelectorAll('.board-line.last').length === 3);
}));

test('a turn is shown once more by button and by key, and a click skips it', withVisitors([{}, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  await afterTurn(ada, ben);
  await page.locator('.board-line.last').nth(2).waitFor();
  for (const again of [() => page.getByRole('button', { name: 'Replay Red’s turn' }).click(), () => page.keyboard.press('r')]) {
    await again();
    await page.locator('.game-told-list .to-come').first().waitFor({ state: 'attached' });
    await page.locator('.board-line.last').nth(2).waitFor();
    assert.equal(await page.locator('.game-told-list .to-come').count(), 0);
  }
  await page.keyboard.press('r');
  await page.locator('.game-told-list .to-come').first().waitFor({ state: 'attached' });
  const box = await page.locator('.board').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await untilPhase(page, 'opening');
  await page.locator('.board-line.last').nth(2).waitFor();
  // Nothing was played by that.
  assert.equal(await page.locator('.game-step.past').count(), 0);
}));

test('with reduced motion the arrows tell the turn', withVisitors([{ device: { reducedMotion: 'reduce' } }, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  await afterTurn(ada, ben);
  await page.locator('.board-line.last').nth(2).waitFor();
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.querySelectorAll('.board-line.last').length === 1);
  await page.waitForFunction(() => document.querySelectorAll('.board-line.last').length === 3);
}));

test('a phone tells the turn in one line', withVisitors([{ device: PHONE }, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  await afterTurn(ada, ben);
  await page.locator('.game-told-list').waitFor();
  assert.deepEqual(await lines(page), ['f → e 2 steps', 'c → a exactly', 'd → c']);
  assert.match(await page.locator('.game-player.top .game-ahead').innerText(), /\+2 ahead/);
  assert.equal(await page.locator('.game-player.bottom .game-ahead b').count(), 0);
}));

test('on a phone the line about a turn fits in every language', withVisitors([{ device: PHONE }, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  const id = await afterTurn(ada, ben);
  /** @type {string[]} */
  const wrong = [];
  for (const lang of LANGUAGES) {
    await ada.open(`/game/${id}?lang=${lang}`);
    await page.locator('.game-told-list').waitFor();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await settled(page);
      wrong.push(...(await overflows(page)).map((text) => `${lang} ${width}: ${text}`));
    }
  }
  assert.deepEqual(wrong, []);
}));

test('while the other one thinks, one’s own card tells what one has played', withVisitors([{ settings: { send: 'at_once' } }, {}], async (ada, ben) => {
  assert.ok(ada && ben);
  const { page } = ada;
  const id = await afterTurn(ada, ben);
  await chip(page, 'de').click();
  await untilPhase(page, 'follow_up');
  await chip(page, 'dg').click();
  await page.locator('.game-told', { hasText: 'Ben is thinking' }).waitFor();
  const own = page.locator('.game-prompt .game-told-list');
  assert.match(await own.innerText(), /earned 3 steps/);
  assert.match(await own.innerText(), /3 rows/);
  assert.equal((await ada.api(`/games/${id}`)).game.turns.at(-1), 'de dg');
}));

test('turns are words, or notation for those who choose it', withVisitor({ settings: { send: 'at_once' } }, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus', opponent: { type: 'computer', level: '1' }, side: 'black', first: 'black' });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await chip(page, 'ab').click();
  await untilPhase(page, 'follow_up');
  assert.equal(await page.locator('.game-step.past .game-step-label').innerText(), 'a→b');
  assert.equal(await page.getByRole('button', { name: 'Go back to before a to b' }).count(), 1, 'read out in words');
  await page.keyboard.press('Backspace');
  await one.open('/settings');
  await page.getByText('Write turns as fe ca instead of f→e c→a.').click();
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await chip(page, 'ab').click();
  await untilPhase(page, 'follow_up');
  assert.equal(await page.locator('.game-step.past .game-step-label').innerText(), 'ab');
}));
