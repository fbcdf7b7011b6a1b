// Faults that people have seen, one test each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from '../lib/page.js';
import { chip, playedGame, untilAsked, untilPhase } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

const ADDRESS = '12310014-40120050-b';
const POSITION = '12310014/40120050 b';
/** Its bonus takes the opening back. */
const UNDOING = 'bc dh +cb';

/** The badges of arrows, how many lie on others, and how many ghosts lie on pawns. @param {import('playwright-core').Page} page */
async function arrows(page) {
  await page.locator('.board-badge').nth(2).waitFor();
  await settled(page);
  return page.evaluate(() => {
    const boxes = (/** @type {string} */ css) => [...document.querySelectorAll(css)].map((each) => each.getBoundingClientRect());
    const middle = (/** @type {DOMRect} */ box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const close = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) => Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y) < a.width / 2;
    const badges = boxes('.board-badge');
    const pawns = boxes('.board-pawn');
    return {
      badges: badges.length,
      hidden: badges.filter((badge, i) => badges.some((other, j) => i !== j && close(badge, other))).length,
      covered: boxes('.board-ghost').filter((ghost) => pawns.some((pawn) => close(ghost, pawn))).length,
    };
  });
}

test('arrows: an opening that the bonus takes back stays visible, and no ghost covers a pawn, in explorer and review', withVisitor({ settings: { notation: true } }, async (one) => {
  const { page } = one;
  await one.open(`/explorer/bonus/${ADDRESS}`);
  await page.locator('.board.acting').waitFor();
  await page.getByText(UNDOING, { exact: true }).first().click();
  const whole = { badges: 3, hidden: 0, covered: 0 };
  assert.deepEqual(await arrows(page), whole);

  const game = await one.create({ rules: 'bonus', position: POSITION, opponent: { type: 'local' }, side: 'black', first: 'black' });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: UNDOING });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq + 1, type: 'resign', side: 'red' });
  await one.open(`/game/${game.id}/review?turn=1`);
  // The best turn is another one.
  await page.locator('.board-badge').first().waitFor();
  await page.keyboard.press('p');
  assert.deepEqual(await arrows(page), whole);
}));

test('a hint goes when another opening is played', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await one.create({ rules: 'bonus', position: POSITION, opponent: { type: 'computer', level: '1' }, side: 'black', first: 'black' });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  const lines = page.locator('.board-line.hint');
  // The opening, then the whole turn.
  await page.locator('.game-tool.hint').click();
  await lines.first().waitFor();
  await page.locator('.game-tool.hint').click();
  await lines.nth(1).waitFor();
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${ADDRESS}`);
  const other = ['ab', 'cd', 'de'].find((action) => !turns[0].turn.startsWith(action)) ?? '';
  await chip(page, other).click();
  await untilPhase(page, 'follow_up');
  assert.equal(await lines.count(), 0);
}));

test('the explorer tells what is possible after the actions played so far', withVisitor({ settings: { notation: true } }, async (one) => {
  const { page } = one;
  await one.open(`/explorer/bonus/${ADDRESS}`);
  await page.locator('.board.acting').waitFor();
  const place = page.locator('.study-verdict-place');
  const whole = await place.innerText();
  const { turns } = await one.api(`/position/turns?rules=bonus&pos=${ADDRESS}`);
  // The opening whose best turn is the worst.
  const best = new Map();
  for (const { turn, margin } of turns.filter((/** @type {{turn: string}} */ each) => each.turn.length > 2)) {
    best.set(turn.slice(0, 2), Math.max(margin, best.get(turn.slice(0, 2)) ?? -99));
  }
  const [opening, margin] = [...best].sort((a, b) => a[1] - b[1])[0] ?? [];
  assert.notEqual(margin, turns[0].margin);
  await page.keyboard.press(opening.charAt(0));
  await page.keyboard.press(opening.charAt(0));
  await page.locator('.study-doing', { hasText: opening }).waitFor();
  const after = await place.innerText();
  assert.notEqual(after, whole);
  if (margin !== 0) assert.match(after, new RegExp(`\\b${Math.abs(margin)}\\b`));
  await page.keyboard.press('Backspace');
  await page.waitForFunction((text) => /** @type {HTMLElement} */ (document.querySelector('.study-verdict-place')).innerText === text, whole);
}));

test('home tells that the puzzle of the day is solved', withVisitor({}, async (one) => {
  const { page } = one;
  const puzzle = await one.api('/puzzle?rules=bonus');
  await one.open('/');
  const card = page.locator('.home-puzzle');
  await card.and(page.locator(`[href$="${puzzle.date}"]`)).waitFor();
  assert.ok(await page.locator('.home-puzzle-done').isHidden());
  await page.evaluate((date) => localStorage.setItem('linja.puzzles', JSON.stringify([`bonus ${date}`])), puzzle.date);
  await page.reload();
  await page.locator('.home-puzzle-done').waitFor();
  assert.match(await card.innerText(), /Solved/);
}));

test('after the last lesson a game begins', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/learn');
  const last = await page.locator('.learn-list li').count();
  await page.evaluate((n) => localStorage.setItem('linja.lessons', JSON.stringify({ bonus: [n] })), last);
  await one.open(`/learn/bonus/${last}`);
  await page.locator('.learn-nav [data-name=next]').click();
  await page.waitForURL('**/game/*');
  await page.locator('.game').waitFor();
  const { game } = await one.api(`/games/${page.url().split('/').at(-1)}`);
  assert.deepEqual([game.rules, game.opponent], ['bonus', { type: 'computer', level: '1' }]);
}));

test('dark mode has one sun', withVisitor({ device: { colorScheme: 'dark' } }, async (one) => {
  const { page } = one;
  await one.open('/');
  // A sun is a circle with a ray straight up and one straight down.
  const suns = await page.locator('.header .icon').evaluateAll((all) => all.filter((each) => {
    const drawn = [...each.querySelectorAll('path')].map((path) => path.getAttribute('d')).join('');
    return /M10 [\d.]+v/i.test(drawn) && /a[\d.]+ [\d.]+ 0 1/.test(drawn);
  }).length);
  assert.equal(suns, 1);
}));

test('a dialog dims the whole window', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await playedGame(one, {}, { turns: 1 });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await page.locator('.game-help').click();
  await page.locator('dialog').waitFor();
  await settled(page);
  const shot = (await page.screenshot()).toString('base64');
  const colours = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const brush = canvas.getContext('2d');
    brush?.drawImage(image, 0, 0);
    return [2, 40].map((right) => [...brush?.getImageData(image.width - right, 600, 1, 1).data ?? []].slice(0, 3));
  }, shot);
  const [edge = [], inside = []] = colours;
  assert.ok(edge.every((value, i) => Math.abs(value - (inside[i] ?? 0)) <= 3), `the edge is ${edge}, the page ${inside}`);
}));

test('points are counted only in a game that was played to its end', withVisitor({}, async (one) => {
  const { page } = one;
  const over = await playedGame(one, {}, { seed: 5 });
  await one.open(`/game/${over.id}`);
  await page.locator('.game-score').waitFor();
  const game = await playedGame(one, {}, { turns: 3 });
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'resign' });
  await one.open(`/game/${game.id}`);
  await page.locator('.game-result').waitFor();
  assert.equal(await page.locator('.game-score').count(), 0);
}));

test('a turn has the same number in the list and in the title', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await playedGame(one, { first: 'black' }, { turns: 3 });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  for (const [at, number] of [[0, '1'], [1, '1'], [2, '2']]) {
    await page.locator('.game-turn').nth(Number(at)).click();
    if (at === 2) continue;
    const title = await page.locator('.game-prompt-title').innerText();
    assert.match(title, new RegExp(`\\b${number} \\w+ 2\\b`), title);
    assert.match(title, at === 0 ? /Black/ : /Red/);
  }
}));
