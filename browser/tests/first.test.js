// The first visit and the first game: what a newcomer sees, and the notes of the guide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAMILIES } from '../lib/fonts.js';
import { LANGUAGES, missing, overflows, ready, scrolls, settled, unseen } from '../lib/page.js';
import { chip, clickRow, untilAsked, untilPhase } from '../lib/play.js';
import { guidedGame, speak } from '../lib/screens.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/world.js').Visitor} Visitor */

const NEW = { isNew: true, settings: { send: /** @type {const} */ ('confirm') } };
const CALM = { reducedMotion: /** @type {const} */ ('reduce') };
const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const TITLES = ['Bring your pawns to the top', 'The number is your follow-up', 'Exactly into the goal: a bonus'];

/** The title of the note that is shown; empty if there is none. @param {Page} page */
const noteOf = async (page) => (await page.locator('.game-guide h2').filter({ visible: true }).allInnerTexts()).join();
/** @param {Page} page @param {string} title */
const untilNote = (page, title) => page.locator('.game-guide h2', { hasText: title }).filter({ visible: true }).waitFor();

/** Begins the first game from home. @param {Visitor} one */
async function begin(one) {
  await one.open('/');
  await one.page.locator('.home-first-go').click();
  await one.page.waitForURL('**/game/*');
  await untilAsked(one.page);
}

test('home asks a newcomer nothing; rules and other opponents are one tap away', withVisitor(NEW, async (one) => {
  const { page } = one;
  await one.open('/');
  assert.deepEqual(await page.locator('main .ink').allInnerTexts(), ['Play your first game']);
  assert.equal(await page.locator('main :is(input, select)').filter({ visible: true }).count(), 0);
  for (const [name, path] of [['Two players', '/two'], ['Eight lessons', '/learn']]) {
    assert.equal(await page.getByRole('link', { name }).getAttribute('href'), path);
  }
  await page.locator('.rules-button').click();
  await page.getByRole('menuitemradio', { name: /^Geeky Pen / }).first().click();
  assert.match(await page.locator('.rules-button').innerText(), /Geeky Pen/);
  await page.getByRole('button', { name: 'Another opponent' }).click();
  assert.ok(await page.locator('.home-range').evaluate((range) => range === document.activeElement), 'the usual card takes the focus');
  assert.match(await page.locator('.rules-button').innerText(), /Geeky Pen/);
  assert.deepEqual(await page.locator('main .ink').allInnerTexts(), ['Play']);
  // The board now starts a game as chosen, without the guide.
  await clickRow(page, 'c');
  await page.waitForURL('**/game/*');
  await untilAsked(page);
  const { game } = await one.api(`/games/${page.url().split('/').at(-1)}`);
  assert.deepEqual([game.rules, game.opponent.level], ['geeky', '4']);
  assert.equal(await page.locator('.game-guide').count(), 0);
}));

test('a pawn shows once how it would move, and moving any pawn starts the first game', withVisitor(NEW, async (one) => {
  const { page } = one;
  await one.open('/');
  // The pawn lifts, and its place to land is drawn.
  const ghost = page.locator('.home-board .board-row.target');
  await ghost.waitFor();
  await ghost.waitFor({ state: 'detached' });
  await clickRow(page, 'f');
  await page.waitForURL('**/game/*');
  await untilPhase(page, 'follow_up');
  await untilNote(page, TITLES[0] ?? '');
  const { game } = await one.api(`/games/${page.url().split('/').at(-1)}`);
  assert.deepEqual([game.opponent, game.first ?? game.to_move, game.clock], [{ type: 'computer', level: '1' }, 'black', null]);
}));

test('with reduced motion no pawn moves by itself', withVisitor({ ...NEW, device: CALM }, async (one) => {
  const { page } = one;
  await page.clock.install();
  await one.open('/');
  await page.locator('.home-board .board.acting').waitFor();
  await page.clock.runFor(4000);
  assert.equal(await page.locator('.home-board .board-row.target').count(), 0);
}));

test('each note comes once and in order, by Next or by simply playing', withVisitor({ ...NEW, device: CALM }, async (one) => {
  const { page } = one;
  await begin(one);
  const said = page.locator('[aria-live=polite].unseen').last();
  assert.equal(await noteOf(page), TITLES[0]);
  assert.match(await said.textContent() ?? '', /Black runs up/, 'it is read out politely');
  assert.equal(await page.locator('.board-chip').filter({ visible: true }).count(), 0, 'only the way up is drawn');
  assert.equal(await page.locator('.game-head p').innerText(), 'Your first game');
  assert.deepEqual(await page.locator('.game-tool').filter({ visible: true }).allInnerTexts(), ['Hint', 'Flip', 'Rules', 'Resign']);
  assert.equal(await page.locator('.game-track, .game-lead-points, .game-list').filter({ visible: true }).count(), 0, 'no points, no track');
  await page.locator('.guide-next').click();
  assert.equal(await noteOf(page), TITLES[1]);
  await settled(page);
  // One row is shown, its pawns are counted, and its number is the one of the note.
  assert.equal(await page.locator('.board-row.target').count(), 1);
  assert.match(await page.locator('.board-chip.chosen').innerText(), /2/);
  assert.match(await page.locator('.game-guide p').innerText(), /^2 pawns stand on e\. .* 2 rows\.$/);
  assert.match(await page.locator('.game-lead-text').innerText(), /Level/, 'what is shown is no choice of the player');
  await chip(page, 'de').click();
  await untilPhase(page, 'follow_up');
  assert.equal(await noteOf(page), TITLES[2]);
  assert.match(await page.locator('.board-chip.exact.chosen').innerText(), /h/);
  // A reload does not bring back what was told.
  await page.reload();
  await untilPhase(page, 'follow_up');
  assert.equal(await noteOf(page), TITLES[2]);
  await chip(page, 'fh').click();
  await untilPhase(page, 'bonus');
  assert.equal(await noteOf(page), '');
  await page.locator('.game-prompt-buttons .ink').click();
  await untilPhase(page, 'opening');
  assert.equal(await noteOf(page), '', 'each once');
}));

test('the guide can be skipped for good, and Learn brings it back', withVisitor({ ...NEW, device: { ...PHONE, ...CALM } }, async (one) => {
  const { page } = one;
  await begin(one);
  await page.getByRole('button', { name: 'Skip the guide' }).tap();
  assert.equal(await noteOf(page), '');
  await page.locator('.game-prompt-title').waitFor();
  await page.reload();
  await untilAsked(page);
  assert.equal(await noteOf(page), '');
  await one.open('/learn');
  await page.getByRole('button', { name: 'Play with the guide' }).tap();
  await page.waitForURL('**/game/*');
  await untilAsked(page);
  assert.equal(await noteOf(page), TITLES[0]);
  // A tap on a pawn does not wait for the guide.
  await page.locator('.board-grip').first().tap({ force: true });
  await page.locator('.board-chip.chosen').waitFor({ state: 'attached' });
}));

/** Whether the note lies over the board. @param {Page} page */
const covers = (page) => page.evaluate(() => {
  const [note, board] = ['.game-guide', '.board'].map((css) => document.querySelector(css)?.getBoundingClientRect());
  if (!note || !board || note.height === 0) return ['the note is missing'];
  const isOver = note.left < board.right - 1 && board.left < note.right - 1 && note.top < board.bottom - 1 && board.top < note.bottom - 1;
  return isOver ? [`the note covers the board: ${Math.round(note.top)} to ${Math.round(note.bottom)}`] : [];
});

/** The languages are shared out among the fonts. @type {Record<import('../lib/fonts.js').Family, string[]>} */
const SPOKEN = { liberation: ['de', 'en', 'fr'], noto: ['es', 'pt', 'ro'], dejavu: ['de', 'it', 'nl'] };

for (const fonts of FAMILIES) {
  test(`the notes fit beside or below the board, ${fonts} in ${SPOKEN[fonts].join(', ')}`, withVisitor({ ...NEW, fonts, device: { ...SMALL, ...CALM } }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    /** @param {string} state */
    const look = async (state) => {
      for (const [width, height] of [[360, 640], [390, 844], [844, 390], [820, 1180], [1024, 768], [1366, 768]]) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const found = [...await covers(page), ...await overflows(page), ...await missing(page), ...await unseen(page, ['.board', '.game-guide h2', '.guide-next', '.game-tools'])];
        if (await scrolls(page) > 0) found.push(`the page scrolls by ${await scrolls(page)}`);
        wrong.push(...found.map((text) => `${state}, ${width}×${height}: ${text}`));
      }
    };
    for (const lang of SPOKEN[fonts]) {
      speak(lang);
      await guidedGame(one, []);
      await look(`${lang} aim`);
      await page.locator('.guide-next').click();
      await look(`${lang} number`);
      await chip(page, 'de').click();
      // The note may stand in the place of the steps of the turn.
      await page.locator('.board-chip.exact.chosen').waitFor();
      await look(`${lang} exact`);
    }
    speak('');
    assert.deepEqual(wrong, []);
  }));
}

for (const isNew of [true, false]) {
  test(`home fits every window in every language, ${isNew ? 'for a newcomer' : 'for a player'}`, withVisitor({ isNew, device: CALM }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    for (const lang of LANGUAGES) {
      await one.open(`/?lang=${lang}`);
      await ready(page);
      for (const [width, height] of /** @type {[number, number][]} */ ([[1366, 768], [1024, 768], [820, 1180], [390, 844], [360, 640], [320, 640], [844, 390]])) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const found = [...await overflows(page), ...await missing(page)];
        if (width >= 1024 && await scrolls(page) > 0) found.push(`the page scrolls by ${await scrolls(page)}`);
        if (isNew) found.push(...await unseen(page, height > 500 ? ['.home-first-go'] : []));
        wrong.push(...found.map((text) => `${lang} ${width}×${height}: ${text}`));
      }
    }
    assert.deepEqual(wrong, []);
  }));
}
