// A scripted newcomer: knows only what the page shows, and finishes a first game by mouse, by finger and by keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{title: string, main: Point|null, next: Point|null, chips: Point[], pawns: Point[], rows: string[]}} Sight */

/** A turn is sent at once, and nothing is animated: both are settings that people have. */
const QUICK = { isNew: true, settings: { send: 'at_once' } };
const CALM = { reducedMotion: /** @type {const} */ ('reduce') };
/** More actions than any game has. */
const MOST = 400;

/**
 * What a person sees: the main button, the button of a note, chips with words on them, rows that can be chosen, the heading that tells
 * what to do. Nothing that is hidden, disabled or covered.
 * @param {Page} page
 * @returns {Promise<Sight>}
 */
const see = (page) => page.evaluate(() => {
  const at = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const isSeen = (/** @type {Element} */ element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { x, y } = at(element);
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  };
  const buttons = [...document.querySelectorAll('main button, main a.button')].filter((each) => isSeen(each) && !each.matches(':disabled, [aria-disabled=true]'));
  const named = (/** @type {RegExp} */ name) => buttons.find((each) => name.test(each.textContent ?? ''));
  const main = buttons.find((each) => each.matches('.ink'));
  const next = named(/^(Next|Got it)$/);
  const board = document.querySelector('[role=group][aria-label=Board]');
  const inBoard = buttons.filter((each) => board?.contains(each));
  // A row that can be chosen says so; its name is what a screen reader hears.
  const rows = [...board?.querySelectorAll('button[data-row]:not([aria-disabled]):not([hidden])') ?? []];
  return {
    title: [...document.querySelectorAll('main h2')].filter(isSeen).map((each) => each.textContent?.trim()).join(' | '),
    main: main ? at(main) : null,
    next: next ? at(next) : null,
    chips: inBoard.filter((each) => each.textContent?.trim() && !each.hasAttribute('data-row')).map(at),
    pawns: [...document.querySelectorAll('.board-grip')].map(at),
    rows: rows.map((each) => each.getAttribute('aria-label') ?? ''),
  };
});

/** Waits until the page asks for something, shows the opponent's turn, or shows the result. @param {Page} page @param {string} before what the page said last */
async function untilSomething(page, before) {
  const found = await page.waitForFunction((old) => {
    const main = document.querySelector('main');
    if (!main) return false;
    if (main.querySelector('.game-result')) return 'result';
    // While a turn is shown it can't be replayed.
    if (main.querySelector('.game-replay:disabled')) return 'shown';
    return main.querySelector('.board.acting, .game-filling') && main.innerText !== old ? 'asked' : false;
  }, before);
  return found.jsonValue();
}

/**
 * Plays until the result is shown.
 * @param {Page} page
 * @param {{press: (point: Point) => Promise<void>, skip: (board: Point) => Promise<void>, act: (sight: Sight, roll: (sides: number) => number) => Promise<void>}} hand
 *   `skip` ends the showing of a turn
 * @returns {Promise<string[]>} the titles of the notes, in order
 */
async function playGame(page, { press, skip, act }) {
  const roll = dice(7);
  /** @type {Set<string>} */
  const notes = new Set();
  let before = '';
  for (let count = 0; count < MOST; count += 1) {
    const what = await untilSomething(page, before);
    if (what === 'result') return [...notes];
    before = '';
    if (what === 'shown') {
      const box = await page.locator('.board').boundingBox();
      if (box) await skip({ x: box.x + 8, y: box.y + box.height - 12 });
      continue;
    }
    before = await page.locator('main').innerText();
    for (const each of await page.locator('.game-guide h2').filter({ visible: true }).allInnerTexts()) notes.add(each);
    const sight = await see(page);
    if (sight.next) await press(sight.next);
    else await act(sight, roll);
  }
  throw new Error(`no result after ${MOST} actions: ${before}`);
}

/** Chooses a chip; in the bonus first a pawn, or the main button. @param {(point: Point) => Promise<void>} press */
const pointing = (press) => async (/** @type {Sight} */ sight, /** @type {(sides: number) => number} */ roll) => {
  const point = sight.chips.length > 0 ? sight.chips[roll(sight.chips.length)] : sight.main ?? sight.pawns[roll(sight.pawns.length)];
  assert.ok(point, `nothing to press: ${sight.title}`);
  await press(point);
};

/** @param {import('../lib/world.js').Visitor} one @param {string[]} notes */
async function checkEnd({ page, api }, notes) {
  assert.equal(new URL(page.url()).pathname.split('/')[1], 'game');
  const { game } = await api(`/games/${page.url().split('/').at(-1)?.replace(/\?.*/, '')}`);
  assert.equal(game.result.termination, 'normal', 'a whole game');
  assert.deepEqual([game.opponent, game.clock, game.rules], [{ type: 'computer', level: '1' }, null, 'bonus']);
  assert.deepEqual(notes, ['Bring your pawns to the top', 'The number is your follow-up', 'Exactly into the goal: a bonus'], 'every note once, in order');
  // The result says who won, and has one main button.
  assert.match(await page.locator('.game-result h2').innerText(), /win|draw/i);
  assert.equal(await page.locator('main .button.ink').filter({ visible: true }).count(), 1);
  await page.goto('/');
  await page.locator('.home-go').waitFor();
  assert.equal(await page.locator('.home-first-go').count(), 0, 'whoever has finished a game is no newcomer');
}

test('a newcomer finishes a first game by mouse', withVisitor({ ...QUICK, device: CALM }, async (one) => {
  const { page } = one;
  await one.open('/');
  await page.getByRole('button', { name: 'Play your first game' }).click();
  const press = (/** @type {Point} */ { x, y }) => page.mouse.click(x, y);
  await checkEnd(one, await playGame(page, { press, skip: press, act: pointing(press) }));
}));

test('a newcomer finishes a first game by finger', withVisitor({ ...QUICK, device: { ...PHONE, ...CALM } }, async (one) => {
  const { page } = one;
  await one.open('/');
  await page.getByRole('button', { name: 'Play your first game' }).tap();
  const press = (/** @type {Point} */ { x, y }) => page.touchscreen.tap(x, y);
  await checkEnd(one, await playGame(page, { press, skip: press, act: pointing(press) }));
}));

test('a newcomer finishes a first game by keyboard', withVisitor({ ...QUICK, device: CALM }, async (one) => {
  const { page } = one;
  await one.open('/');
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  /** @param {RegExp} name */
  const tabTo = async (name) => {
    for (let count = 0; count < 60; count += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Play your first game$/);
  await page.keyboard.press('Enter');
  await checkEnd(one, await playGame(page, {
    press: async () => {
      await tabTo(/^(Next|Got it)$/);
      await page.keyboard.press('Enter');
    },
    skip: () => page.keyboard.press(' '),
    // A row is chosen by its letter and played by Enter; its label tells what it does.
    act: async ({ rows, title, main }, roll) => {
      if (main) return page.keyboard.press('n');
      const row = rows[roll(rows.length)];
      assert.ok(row, `no row can be chosen: ${title}`);
      // If a showing ended before the key that skips it, that key has chosen a row, and the letter of a chosen row plays it.
      await page.keyboard.press('Escape');
      await page.keyboard.press(row.charAt(0));
      await page.keyboard.press('Enter');
    },
  }));
}));
