// Appearance: dark and light, small and large windows, reduced motion, large text, forced colours.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAMILIES } from '../lib/fonts.js';
import { largeText, overflows, ready, settled } from '../lib/page.js';
import { chip, untilAsked, untilPhase, untilTurns } from '../lib/play.js';
import { SCREENSHOTS } from '../lib/server.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../lib/world.js').Visitor} Visitor */

const PAPER = { light: 'rgb(245, 239, 227)', dark: 'rgb(23, 19, 16)' };

/** @param {Page} page */
const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.replace('rgba(0, 0, 0, 0)', '') || getComputedStyle(document.documentElement).backgroundColor);

/** @param {Visitor} one */
async function game(one) {
  const made = await one.create({ rules: 'bonus-spicy', position: '12310014/40120050 b', opponent: { type: 'computer', level: '1' }, side: 'black' });
  await one.open(`/game/${made.id}`);
  await untilAsked(one.page);
  return made.id;
}

test('dark mode follows the system until the button overrides it', withVisitor({ device: { colorScheme: 'dark' } }, async (one) => {
  const { page } = one;
  await one.open('/');
  assert.equal(await paper(page), PAPER.dark);
  await page.getByRole('button', { name: 'Light theme' }).click();
  assert.equal(await paper(page), PAPER.light);
  await page.reload();
  await page.locator('main > *').first().waitFor();
  assert.equal(await paper(page), PAPER.light, 'remembered');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  assert.equal(await paper(page), PAPER.dark);
  await one.open('/settings');
  await page.locator('input[name=theme][value=auto]').check({ force: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction((wanted) => getComputedStyle(document.body).backgroundColor === wanted || getComputedStyle(document.documentElement).backgroundColor === wanted, PAPER.light);
}));

test('a game in dark mode', withVisitor({ device: { colorScheme: 'dark' } }, async (one) => {
  const id = await game(one);
  await chip(one.page, 'bc').click();
  await chip(one.page, 'ae').click();
  await untilTurns(one, id, 1);
}));

/**
 * Lists what is too small for a finger. A small control passes if clicks around it reach it as well.
 * @param {Page} page
 * @param {number} [least]
 * @returns {Promise<string[]>}
 */
const small = (page, least = 44) => page.evaluate((size) => {
  const wrong = [];
  for (const each of document.querySelectorAll('button, a, input:not([type=radio]):not([type=checkbox]):not([type=file]), select, summary, label.button, .toggle, .segmented label')) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each.closest('.unseen, .skip, [aria-hidden=true]')) continue;
    // A link in a sentence may be as low as its line.
    if (each.matches('p a, li a') && getComputedStyle(each).display.startsWith('inline')) continue;
    each.scrollIntoView({ block: 'center' });
    const box = each.getBoundingClientRect();
    if (box.width === 0 || (box.height >= size - 0.5 && box.width >= size - 0.5)) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const half = size / 2 - 1;
    const ends = [[x, y - half], [x, y + half], [x - half, y], [x + half, y]];
    const answers = ends.every(([left, top]) => {
      const hit = document.elementFromPoint(left ?? 0, top ?? 0);
      return hit !== null && (each.contains(hit) || hit.closest('label')?.contains(each) === true);
    });
    if (!answers) wrong.push(`${each.tagName}.${each.getAttribute('class')} “${(each.textContent || each.getAttribute('aria-label') || '').trim().slice(0, 30)}” ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  scrollTo(0, 0);
  return wrong;
}, least);

for (const fonts of FAMILIES) {
  test(`on a phone targets are 44 px, and the board and the tools fit the screen, ${fonts}`, withVisitor({ fonts, device: PHONE }, async (one) => {
    const { page } = one;
    await game(one);
    /** @type {string[]} */
    const wrong = [];
    for (const size of [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 320, height: 568 }]) {
      await page.setViewportSize(size);
      await settled(page);
      const at = `${size.width}×${size.height}`;
      wrong.push(...(await overflows(page)).map((text) => `${at}: ${text}`));
      // On the smallest screens rows are 42 px high, and six tools share the width.
      wrong.push(...(await small(page, { 390: 44, 360: 40 }[size.width] ?? 30)).map((text) => `${at}: ${text}`));
      const places = await page.evaluate(() => ['.board', '.game-prompt-title', '.game-tools'].map((css) => {
        const box = document.querySelector(css)?.getBoundingClientRect();
        return { css, top: box?.top ?? -1, bottom: box?.bottom ?? Infinity };
      }));
      for (const { css, top, bottom } of places) {
        if (top < -1 || bottom > size.height + 1) wrong.push(`${at}: ${css} is at ${Math.round(top)} to ${Math.round(bottom)}`);
      }
    }
    assert.deepEqual(wrong, []);
  }));
}

for (const fonts of FAMILIES) {
  test(`all other pages have targets of 44 px on a phone, ${fonts}`, withVisitor({ fonts, device: PHONE, allow: [/status of 404/] }, async (one) => {
    /** @type {string[]} */
    const wrong = [];
    for (const path of ['/', '/puzzle/bonus/2026-11-10', '/explorer', '/review', '/learn', '/learn/bonus/3', '/rules', '/lobby', '/two', '/games', '/settings', '/privacy', '/oracle', '/nothing']) {
      await one.open(path);
      await ready(one.page);
      wrong.push(...(await small(one.page)).map((text) => `${path}: ${text}`));
    }
    assert.deepEqual(wrong, []);
  }));
}

for (const fonts of FAMILIES) {
  test(`a phone on its side: board and tools beside each other, ${fonts}`, withVisitor({ fonts, device: { ...PHONE, viewport: { width: 844, height: 390 } } }, async (one) => {
    await game(one);
    await settled(one.page);
    const board = await one.page.locator('.board').boundingBox();
    const tools = await one.page.locator('.game-tools').boundingBox();
    assert.ok(board && tools && board.y >= -1 && board.y + board.height <= 391, `the board is at ${board?.y} and ${board?.height} high`);
    assert.ok(tools.x > board.x + board.width / 2 && tools.y + tools.height <= 391);
    assert.deepEqual(await overflows(one.page), []);
  }));
}

for (const fonts of FAMILIES) {
  test(`from 320 px to 4K nothing is cut off, ${fonts}`, withVisitor({ fonts }, async (one) => {
    const { page } = one;
    await game(one);
    /** @type {string[]} */
    const wrong = [];
    for (const [width, height] of [[320, 568], [700, 900], [900, 1100], [1099, 800], [1100, 700], [1280, 720], [1920, 1080], [3840, 2160]]) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await settled(page);
      wrong.push(...(await overflows(page)).map((text) => `${width}×${height}: ${text}`));
    }
    assert.deepEqual(wrong, []);
  }));
}

test('reduced motion: no pawn travels, and the delay before sending is shown in words', withVisitor({ device: { reducedMotion: 'reduce' } }, async (one) => {
  const { page } = one;
  const id = await game(one);
  /** Animations that move something for longer than 90 ms. */
  const moving = () => page.evaluate(() => document.getAnimations().flatMap((each) => {
    const effect = /** @type {KeyframeEffect} */ (each.effect);
    const { duration } = effect.getComputedTiming();
    const moves = effect.getKeyframes().some((frame) => ['transform', 'translate', 'left', 'top', 'offsetDistance'].some((name) => name in frame));
    return moves && Number(duration) > 90 ? [`${effect.target?.tagName} ${effect.target?.getAttribute('class')} ${effect.pseudoElement ?? ''} ${duration} ms`] : [];
  }));
  await chip(page, 'bc').click();
  assert.deepEqual(await moving(), []);
  await chip(page, 'ae').click();
  assert.deepEqual(await moving(), []);
  assert.match(await page.locator('.game-prompt').innerText(), /in 1 s|1 s\b/);
  await untilTurns(one, id, 2);
  assert.deepEqual(await moving(), []);
  await untilAsked(page);
  await page.locator('.game-tool.flip').click();
  assert.deepEqual(await moving(), []);
}));

test('with motion a pawn travels, and a new action finishes the old one', withVisitor({}, async (one) => {
  const { page } = one;
  await game(one);
  // The page has the tree of the turn, so a click changes the page at once, without a request.
  assert.ok(await chip(page, 'bc').evaluate((each) => {
    /** @type {HTMLElement} */ (each).click();
    return document.querySelector('.game-step.now.follow_up') !== null;
  }));
  const count = await page.evaluate(() => document.getAnimations().filter((each) => /** @type {KeyframeEffect} */ (each.effect).target?.closest('.board-pawns')).length);
  assert.ok(count > 0, 'the pawn travels');
  await chip(page, 'dh').dispatchEvent('click');
  await untilPhase(page, 'bonus');
}));

for (const fonts of FAMILIES) {
  test(`a game with letters of twice the size, and zoomed to 200 and 400 %, ${fonts}`, withVisitor({ fonts }, async (one) => {
    const { page } = one;
    await largeText(page);
    const id = await game(one);
    await settled(page);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
    assert.deepEqual(await overflows(page), []);
    await chip(page, 'bc').click();
    await untilPhase(page, 'follow_up');
    await settled(page);
    assert.deepEqual(await overflows(page), []);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    // Zoom means a smaller window with larger pixels.
    for (const [width, height] of [[720, 450], [320, 256]]) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await settled(page);
      assert.deepEqual(await overflows(page), [], `${width}×${height}`);
    }
    await chip(page, 'ae').click();
    await untilTurns(one, id, 1);
  }));
}

test('with forced colours chips have an edge and readable text', withVisitor({ device: { forcedColors: 'active' } }, async (one) => {
  const { page } = one;
  await game(one);
  await settled(page);
  // The text of a chip differs in colour from its background, and the chip has an edge.
  const chips = await page.locator('.board-chip').evaluateAll((all) => all.map((each) => {
    const style = getComputedStyle(each);
    return { same: style.color === style.backgroundColor, edge: parseFloat(style.borderTopWidth) > 0 || style.outlineStyle !== 'none' };
  }));
  assert.ok(chips.length > 0 && chips.every(({ same, edge }) => !same && edge));
  const pictures = await page.screenshot({ path: join(SCREENSHOTS, 'game-forced-colors.png') });
  assert.ok(pictures.length > 10_000);
  await one.open('/');
  await ready(page);
  await page.screenshot({ path: join(SCREENSHOTS, 'home-forced-colors.png') });
}));

test('focus is visible on every control of a game', withVisitor({}, async (one) => {
  const { page } = one;
  await game(one);
  /** @type {string[]} */
  const unseen = [];
  for (let n = 0; n < 24; n += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const each = document.activeElement;
      if (!each || each === document.body) return null;
      const style = getComputedStyle(each);
      const isSeen = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
      return isSeen ? null : `${each.tagName}.${each.getAttribute('class')}`;
    });
    if (found) unseen.push(found);
  }
  assert.deepEqual(unseen, []);
}));
