// The end of a game: the count on the board, the result with its facts, and what to do next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { overflows, settled } from '../lib/page.js';
import { dice, playedGame, turnIn, untilAsked } from '../lib/play.js';
import { bareServer, PHONE, withVisitor, withVisitors } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/world.js').Visitor} Visitor */

/** Black ends this game with one turn. */
const NEARLY = '00012207/72120000 b';
const WIN = 'de fh +ef';
const DRAW = 'de fh';
const LOSS = 'de eg';
const COMPUTER = { rules: 'bonus', opponent: { type: 'computer', level: '4' }, side: 'black' };

/** @param {Visitor} one @param {any} game @param {Record<string, unknown>} what */
const command = async (one, game, what) => (await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, ...what })).game;

/** Opens a game before its last turn, and plays that turn. @param {Visitor} one @param {string} turn @param {Record<string, unknown>} [wishes] */
async function end(one, turn, wishes = {}) {
  const game = await one.create({ ...COMPUTER, position: NEARLY, ...wishes });
  await one.open(`/game/${game.id}`);
  await untilAsked(one.page);
  return command(one, game, { type: 'turn', turn });
}

/** A finished game without its count. @param {Visitor} one @param {string} turn @param {Record<string, unknown>} [wishes] */
async function ended(one, turn, wishes = {}) {
  const game = await command(one, await one.create({ ...COMPUTER, position: NEARLY, ...wishes }), { type: 'turn', turn });
  await one.open(`/game/${game.id}`);
  await result(one.page);
  return game;
}

/** Waits for the result and its facts. @param {Page} page */
async function result(page) {
  await page.locator('.game-result').waitFor();
  await page.locator('.result-review:not([aria-busy])').waitFor({ state: 'attached' });
  await settled(page);
}

/** A whole game of Black against the computer: mostly the best turns. @param {Visitor} one @param {Record<string, unknown>} [wishes] */
async function wholeGame(one, wishes = {}) {
  const roll = dice(7);
  let game = await one.create({ ...COMPUTER, first: 'black', ...wishes });
  while (game.status === 'playing') {
    if (game.to_move === 'black') {
      const { turns } = await one.api(`/position/turns?rules=${game.rules}&pos=${game.position.replace(/[/ ]/g, '-')}`);
      game = await command(one, game, { type: 'turn', turn: roll(3) === 0 ? turnIn(game.tree, roll) : turns[0]?.turn ?? 'pass' });
    } else {
      await new Promise((done) => setTimeout(done, 20));
      ({ game } = await one.api(`/games/${game.id}`));
    }
  }
  return game;
}

/** @param {Page} page */
const title = (page) => page.locator('.game-result-title').innerText();
/** @param {Page} page */
const pills = (page) => page.locator('.board-count').evaluateAll((all) => all.map((each) => (each.textContent ?? '').replace(/\s/g, ' ')));
const PILLS = ['8 × 540', '7 × 535', '2 × 36', '2 × 24', '1 × 22', '2 × 12', '2 × 12'];

/** Records what each beat of a count shows: a beat is too short to be caught from outside. */
function recordBeats() {
  /** @type {Record<string, unknown>[]} */
  const beats = (/** @type {any} */ (window).beats = []);
  const all = (/** @type {string} */ css) => [...document.querySelectorAll(css)];
  const look = () => {
    const rows = all('.board-count.fresh').map((each) => each.getAttribute('data-row')).join(' ');
    if (rows === '' || beats.at(-1)?.['rows'] === rows) return;
    beats.push({
      rows, tinted: all('.board-row.target').map((each) => each.getAttribute('data-row')).join(' '), pills: all('.board-count').length,
      totals: all('.result-seat b').map((each) => each.textContent).join(' '), lead: document.querySelector('.result-lead-text')?.textContent,
    });
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document, { childList: true, subtree: true }));
}

test('the points are counted row by row, then the result has the focus and is announced once', withVisitor({}, async (one) => {
  const { page } = one;
  await page.addInitScript(recordBeats);
  await end(one, WIN);
  await page.locator('.result-count').waitFor();
  assert.equal(await page.locator('.game-player, .game-prompt, .game-tools').filter({ visible: true }).count(), 0, 'only the count');
  // It ends by itself.
  await result(page);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).beats), [
    { rows: '7 0', tinted: '0 7', pills: 2, totals: '35 40', lead: 'You lead by 5' },
    { rows: '1', tinted: '1 6', pills: 3, totals: '41 40', lead: 'Red leads by 1' },
    { rows: '5 2', tinted: '2 5', pills: 5, totals: '43 44', lead: 'You lead by 1' },
    { rows: '4 3', tinted: '3 4', pills: 7, totals: '45 46', lead: 'You lead by 1' },
  ]);
  assert.ok(await page.locator('.board-worth').first().isHidden(), 'the values of the rows give way');
  assert.equal(await title(page), 'You win\n46 : 45');
  assert.equal(await page.locator('.result-why').innerText(), 'Eight of your pawns reached the goal, seven of Red’s. That one pawn decided it.');
  assert.deepEqual(await pills(page), PILLS, 'the pills stay');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.game-result-title')));
  assert.equal((await page.locator('[aria-live=assertive]').innerText()).trim(), 'You win, 46 to 45. Eight of your pawns reached the goal, seven of Red’s. That one pawn decided it.');
  assert.deepEqual(await page.locator('.game-score tfoot td').allInnerTexts(), ['46', '45']);
}));

for (const [name, stop] of /** @type {[string, (page: Page) => Promise<void>][]} */ ([
  ['a click on the board', (page) => page.locator('.game-board').click({ position: { x: 20, y: 20 } })],
  ['Enter', (page) => page.keyboard.press('Enter')],
  ['the button', (page) => page.getByRole('button', { name: 'Show the result' }).click()],
])) {
  test(`${name} ends the count`, withVisitor({}, async (one) => {
    const { page } = one;
    await end(one, WIN);
    await page.locator('.board-count').first().waitFor();
    await stop(page);
    // Sooner than the count would end: the card is there at once.
    await page.locator('.game-result').waitFor({ timeout: 1000 });
    assert.deepEqual(await pills(page), PILLS);
  }));
}

test('reduced motion: all pills at once', withVisitor({ device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
      if (document.querySelector('.result-count')) /** @type {any} */ (window).counted = true;
    }).observe(document, { childList: true, subtree: true }));
  });
  await end(one, WIN);
  await result(page);
  assert.deepEqual(await pills(page), PILLS);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).counted ?? false), false);
}));

test('a page opened on a finished game shows the result with the pills at once', withVisitor({}, async (one) => {
  await ended(one, WIN);
  assert.deepEqual(await pills(one.page), PILLS);
  assert.equal(await one.page.evaluate(() => document.activeElement?.matches('.game-result-title')), false);
}));

for (const [name, device] of /** @type {const} */ ([['desktop', {}], ['phone', PHONE]])) {
  test(`a finished game appears without a layout shift, ${name}`, withVisitor({ device }, async (one) => {
    await ended(one, LOSS);
    const shifts = await one.page.evaluate(() => /** @type {any} */ (window).shifts);
    assert.ok(shifts.every((/** @type {{value: number}} */ each) => each.value <= 0.001), JSON.stringify(shifts));
  }));
}

test('facts and the biggest slip are those of the review, and the slip leads there', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await wholeGame(one);
  const review = await one.api(`/games/${game.id}/review`);
  await one.open(`/game/${game.id}`);
  await result(page);
  const { accuracy, played_like: like } = review.black;
  assert.ok(like, 'enough turns for an estimate');
  const facts = page.locator('.result-facts > div');
  const level = like.level === 'perfect' ? `± ${like.give_or_take}` : `level ${like.level} ± ${like.give_or_take}`;
  assert.equal(await facts.nth(0).locator('span').innerText(), level);
  assert.equal(await facts.nth(1).locator('b').innerText(), `${Math.floor(accuracy)}%`);
  const most = Math.max(...review.turns.map((/** @type {any} */ turn) => (turn.side === 'black' ? turn.lost : 0)));
  assert.ok(most > 0, 'there is a slip');
  const at = review.turns.findIndex((/** @type {any} */ turn) => turn.side === 'black' && turn.lost === most);
  const slip = page.locator('a.result-slip');
  assert.match(await slip.innerText(), new RegExp(`turn ${review.turns[at].number}, ${most} points?\n`));
  const ways = (/** @type {string} */ turn) => turn.replace(/[+~/]/g, '').split(' ').filter(Boolean).map(([from, to]) => `${from} → ${to}`);
  const seen = await slip.locator('.result-slip-words > span [aria-hidden=true]').allInnerTexts();
  assert.deepEqual(seen.map((each) => each.replace(/\s+/g, ' ')), ways(review.turns[at].best.turn));
  assert.equal(await slip.getAttribute('href'), `/game/${game.id}/review?turn=${at + 1}`);
  await slip.click();
  await page.locator('.study-turn[aria-current]').first().waitFor({ state: 'attached' });
  const chosen = (await page.locator('.study-turn[aria-current]').first().textContent() ?? '').replaceAll(' ', '');
  for (const each of ways(review.turns[at].turn)) assert.ok(chosen.includes(each.replaceAll(' ', '')), chosen);
}));

test('the games of a match are equally far apart, played or not', withVisitor({}, async (one) => {
  const game = await playedGame(one, { first: 'black', games: 3 }, { seed: 5 });
  await one.open(`/game/${game.id}`);
  await result(one.page);
  const at = await one.page.locator('.result-pip').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
  assert.equal(at.length, 3);
  const [a = 0, b = 0, c = 0] = at;
  assert.ok(Math.abs((b - a) - (c - b)) < 0.5, `pips at ${at.join(', ')}`);
}));

test('a draw shows both spools, a loss the winner’s', withVisitor({}, async (one) => {
  const { page } = one;
  await ended(one, DRAW);
  assert.equal(await title(page), 'A draw\n45 : 45');
  assert.equal(await page.locator('.result-spool .board-icon').count(), 2);
  assert.equal(await page.locator('.result-sprigs').count(), 0);
  await ended(one, LOSS);
  assert.equal(await title(page), 'Red wins\n45 : 44');
  assert.equal(await page.locator('.result-spool .board-icon.red').count(), 1);
  assert.equal(await page.locator('.result-sprigs').count(), 1);
  assert.match(await page.locator('.game-result .button.ink').innerText(), /Play again/);
}));

test('a resignation has no count and no points', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await one.create({ ...COMPUTER, position: NEARLY });
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await command(one, game, { type: 'resign' });
  await result(page);
  assert.equal(await title(page), 'Red wins');
  assert.equal(await page.locator('.result-why').innerText(), 'You resigned.');
  assert.equal(await page.locator('.board-count, .game-score').count(), 0);
  assert.match(await page.locator('[aria-live=assertive]').innerText(), /^Red wins\. You resigned\./);
}));

test('without a table the result says when the review comes', async (info) => {
  await withVisitor({ server: await bareServer() }, async (one) => {
    const game = await playedGame(one, { first: 'black' });
    await one.open(`/game/${game.id}`);
    await result(one.page);
    assert.equal(await one.page.locator('.result-review').innerText(), 'The review comes when these rules are solved.');
    assert.equal(await one.page.locator('.result-facts, .result-slip').count(), 0);
  })(info);
});

test('who watches reads names and both accuracies, and no slip', withVisitors([{}, {}], async (ada, eve) => {
  assert.ok(ada && eve);
  const game = await playedGame(ada, { first: 'black', name: 'Ada' });
  const review = await ada.api(`/games/${game.id}/review`);
  await eve.open(`/game/${game.id}`);
  await result(eve.page);
  assert.match(await title(eve.page), /^(Ada|Red|Black) wins\n/);
  assert.deepEqual(await eve.page.locator('.result-facts b').allInnerTexts(), [review.black.accuracy, review.red.accuracy].map((share) => `${Math.floor(share)}%`));
  assert.equal(await eve.page.locator('.result-slip').count(), 0);
}));

test('after two wins in a row against Beginner the next level is offered, and starts a game', withVisitor({ isNew: true }, async (one) => {
  const { page } = one;
  const beginner = { opponent: { type: 'computer', level: '1' } };
  await ended(one, LOSS, beginner);
  assert.equal(await page.getByRole('link', { name: 'Learn more' }).getAttribute('href'), '/learn');
  await ended(one, WIN, beginner);
  assert.match(await page.locator('.game-result .button.ink').innerText(), /Play again/);
  await ended(one, WIN, beginner);
  const next = page.locator('.game-result .button.ink');
  assert.match(await next.innerText(), /Try Learner, level 2/);
  assert.equal(await page.locator('.result-try').innerText(), 'Play again');
  const old = page.url();
  await next.click();
  await page.waitForURL((url) => url.pathname.startsWith('/game/') && url.href !== old);
  const { game } = await one.api(`/games/${page.url().split('/').at(-1)}`);
  assert.deepEqual([game.rules, game.opponent.level], ['bonus', '2']);
}));

test('the level that one played like is suggested quietly', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await wholeGame(one, { rules: 'bonus', opponent: { type: 'computer', level: '2' } });
  const like = (await one.api(`/games/${game.id}/review`)).black.played_like;
  await one.open(`/game/${game.id}`);
  await result(page);
  const offered = await page.locator('.result-try').innerText();
  if (like.level === '2') assert.equal(offered, '');
  else assert.match(offered, like.level === 'perfect' ? /^Try Perfect$/ : new RegExp(`^Try \\w+, level ${like.level}$`));
  assert.equal(await page.locator('.game-result .button.ink').count(), 1, 'one main button');
}));

test('share has the link and the record', withVisitor({}, async (one) => {
  const { page } = one;
  const game = await ended(one, WIN);
  await page.getByRole('button', { name: 'Share' }).click();
  const record = page.locator('.result-menu a[download]');
  await record.waitFor();
  assert.equal(await record.getAttribute('href'), `/api/v1/games/${game.id}/record`);
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('.result-menu').isHidden());
  assert.ok(await page.evaluate(() => document.activeElement?.getAttribute('popovertarget') === 'result-share'));
}));

test('axe finds nothing on the count and the result, light and dark', withVisitor({ device: { bypassCSP: true } }, async (one) => {
  const { page } = one;
  /** @type {string[]} */
  const found = [];
  const match = await wholeGame(one, { games: 3 });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    for (const turn of [WIN, LOSS]) {
      await ended(one, turn);
      found.push(...(await findings(page)).map((text) => `${colorScheme} ${turn}: ${text}`));
    }
    await one.open(`/game/${match.id}`);
    await result(page);
    found.push(...(await findings(page)).map((text) => `${colorScheme} match: ${text}`));
    await end(one, DRAW);
    await page.locator('.board-count.fresh').first().waitFor();
    found.push(...(await findings(page)).filter((text) => !text.startsWith('color-contrast')).map((text) => `${colorScheme} count: ${text}`));
  }
  assert.deepEqual(found, []);
}));

const SIZES = /** @type {[number, number][]} */ ([[1366, 768], [1024, 768], [390, 844], [360, 640], [844, 390]]);

for (const lang of ['de', 'ro']) {
  test(`nothing is cut off at five sizes, ${lang}`, withVisitor({ device: PHONE }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    const whole = await wholeGame(one, { games: 3 });
    const short = await command(one, await one.create({ ...COMPUTER, position: NEARLY, opponent: { type: 'computer', level: '1' } }), { type: 'turn', turn: LOSS });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      for (const game of [whole, short]) {
        await one.open(`/game/${game.id}?lang=${lang}`);
        await result(page);
        const at = `${lang} ${width}×${height}`;
        wrong.push(...[...await overflows(page), ...await cutOff(page)].map((text) => `${at}: ${text}`));
        const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        if (scrolled > 0 && height > 640) wrong.push(`${at}: the page scrolls by ${scrolled}`);
      }
    }
    assert.deepEqual(wrong, []);
  }));
}

/** Lists parts of the card that a box cuts off, or that can't be scrolled into view above the bar of buttons. @param {Page} page @returns {Promise<string[]>} */
const cutOff = (page) => page.evaluate(() => {
  const wrong = [];
  for (const css of ['.game-result-title', '.result-why', '.result-match', '.result-facts > div', '.result-slip', '.result-buttons > .button', '.board-count']) {
    for (const each of document.querySelectorAll(css)) {
      each.scrollIntoView({ block: 'nearest' });
      if (each.scrollWidth > each.clientWidth + 1) wrong.push(`${css} is ${each.scrollWidth - each.clientWidth} px too narrow`);
      const box = each.getBoundingClientRect();
      if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${css} is at ${Math.round(box.left)} to ${Math.round(box.right)}, ends at ${Math.round(box.bottom)}`);
    }
  }
  const card = document.querySelector('.game-result');
  if (card && innerWidth >= 960 && card.scrollHeight > card.clientHeight + 1) wrong.push(`the card scrolls by ${card.scrollHeight - card.clientHeight}`);
  // The end of the card is above the bar of a phone.
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector('.result-buttons');
  const last = [...document.querySelectorAll('.result-why, .result-match, .result-facts, .result-slip, .result-try:not(:empty)')].at(-1);
  if (bar && last && getComputedStyle(bar).position === 'fixed' && last.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1) wrong.push('the bar covers the end of the card');
  scrollTo(0, 0);
  return wrong;
});
