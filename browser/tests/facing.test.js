// Two people with a tablet between them: each zone reads from its own side.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings } from '../lib/axe.js';
import { overflows, settled } from '../lib/page.js';
import { chip, untilAsked, untilPhase } from '../lib/play.js';
import { withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const UPRIGHT = { width: 768, height: 1024 };
/** Black may earn a bonus with `cd gh`. */
const BEFORE = { rules: 'bonus', position: '12201015/32012031 b', opponent: { type: 'local' }, name: 'Anna', opponent_name: 'Ben', side: 'black' };
/** Black ends this game with `de fh +ef`. */
const NEARLY = { ...BEFORE, position: '00012207/72120000 b' };

/** Whether an element is turned by 180 degrees, with everything around it. @param {import('playwright-core').Locator} found */
const isTurned = (found) => found.evaluate((element) => {
  let turns = 0;
  for (let one = /** @type {Element|null} */ (element); one; one = one.parentElement) {
    const { rotate, transform } = getComputedStyle(one);
    if (rotate === '180deg') turns += 1;
    if (transform !== 'none' && new DOMMatrix(transform).a < 0) turns += 1;
  }
  return turns % 2 === 1;
});

/** @param {Page} page @param {string} name */
const zone = (page, name) => page.getByRole('region', { name: new RegExp(`^${name}`) });

/** @param {import('playwright-core').Locator} found */
async function middleOf(found) {
  const box = await found.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page */
const scrolls = (page) => page.evaluate(() => document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth);

/** What sticks out of its player's zone, or of the window. @param {Page} page @param {string} css */
const outOfZone = (page, css) => page.evaluate((all) => [...document.querySelectorAll(all)].flatMap((part) => {
  const box = part.getBoundingClientRect();
  const zone = part.closest('.game-player, .game-slot-box')?.getBoundingClientRect();
  const out = zone && box.width > 0 ? Math.max(zone.top - box.top, box.bottom - zone.bottom, zone.left - box.left, box.right - zone.right, -box.top, box.bottom - innerHeight) : 0;
  return out > 1 ? [`${part.className} is ${Math.round(out)} px outside`] : [];
}), css);

test('a tablet is proposed to lie between the two, who play face to face', withVisitor({ settings: { send: 'at_once', clock: '3+2' }, device: { ...TABLET, bypassCSP: true } }, async (one) => {
  const { page } = one;
  await one.open('/two');
  assert.ok(await page.getByRole('radio', { name: /It lies between us/ }).isChecked());
  await page.getByLabel('Black, runs up').fill('Anna');
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.waitForURL('**/game/*');
  await page.locator('.game.facing').waitFor();
  await untilAsked(page);
  assert.ok(await page.locator('.header-home').isHidden(), 'no header');
  assert.equal(await page.locator('.game-clock').filter({ visible: true }).count(), 0, 'no clock that nobody chose here');

  const game = await one.create(BEFORE);
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  // The near player, upright, with the chips at the right hand.
  assert.equal(await isTurned(zone(page, 'Anna').locator('.game-prompt-title')), false);
  assert.equal(await isTurned(chip(page, 'cd')), false);
  assert.ok((await middleOf(chip(page, 'cd'))).x > 700);
  assert.equal(await zone(page, 'Ben').locator('.game-undo').count(), 0);
  await chip(page, 'cd').tap();
  await untilPhase(page, 'follow_up');
  await chip(page, 'gh').tap();
  await untilPhase(page, 'bonus');
  await zone(page, 'Anna').getByRole('button', { name: 'Finish turn' }).tap();

  // The far player, turned, with the chips at the right hand as well.
  await zone(page, 'Ben').locator('.game-step.now').waitFor();
  await untilAsked(page);
  assert.equal(await isTurned(zone(page, 'Ben').locator('.game-prompt-title')), true);
  assert.equal(await isTurned(zone(page, 'Anna').locator('.game-told-list')), false, 'what Anna played, told to her side');
  const first = page.locator('.board-chip').first();
  assert.equal(await isTurned(first), true);
  assert.ok((await middleOf(first)).x < 300);
  assert.equal(await zone(page, 'Anna').locator('.game-undo').count(), 0, 'only the mover can undo');
  assert.equal(await zone(page, 'Ben').locator('.game-undo').count(), 1);
  const gutters = page.locator('.board-row[data-row="7"] .board-gutter');
  assert.deepEqual((await gutters.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')), ['h +5', 'h −5'], 'letters and values at both edges');
  assert.deepEqual([await isTurned(gutters.nth(0)), await isTurned(gutters.nth(1))], [false, true]);
  assert.equal(await scrolls(page), false);
  assert.deepEqual([...await overflows(page), ...await findings(page)], []);

  // The menu of the near zone, and the list of turns in it.
  await zone(page, 'Anna').getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('button', { name: 'Turns' }).tap();
  await page.locator('.game-turn').first().waitFor();
  await page.touchscreen.tap(500, 300);
  await page.locator('.game-turn').first().waitFor({ state: 'hidden' });

  // Too small: the board turns to whoever moves.
  await page.setViewportSize({ width: 690, height: 768 });
  await page.locator('.game:not(.facing) > .game-player.bottom[data-side=red]').waitFor();
  assert.ok(await page.locator('.game > .game-prompt').isVisible());
  await page.setViewportSize(TABLET.viewport);
  await page.locator('.game.facing > .game-player.top[data-side=red]').waitFor();
}));

test('both zones tell the count and the result', withVisitor({ settings: { device: 'between' }, device: { ...TABLET, bypassCSP: true } }, async (one) => {
  const { page } = one;
  const game = await one.create(NEARLY);
  await one.open(`/game/${game.id}`);
  await untilAsked(page);
  await one.api(`/games/${game.id}/commands`, { id: crypto.randomUUID(), seen: game.seq, type: 'turn', turn: 'de fh +ef' });
  await page.locator('.board-count').first().waitFor();
  assert.equal(await isTurned(zone(page, 'Ben').locator('.facing-told')), true);
  await page.keyboard.press('Enter');
  await page.locator('.game-result').waitFor();
  const told = zone(page, 'Ben').locator('.facing-result');
  assert.equal((await told.innerText()).trim(), (await page.locator('.game-result-title').innerText()).trim());
  assert.equal(await isTurned(told), true);
  const facts = (/** @type {import('playwright-core').Locator} */ place) => place.locator('.result-facts dt').allInnerTexts();
  await zone(page, 'Ben').locator('.result-facts').waitFor();
  await page.locator('.game-result .result-facts', { hasText: 'Ben' }).waitFor();
  assert.deepEqual(await facts(zone(page, 'Ben')), ['Ben: accuracy', 'Anna: accuracy']);
  assert.deepEqual(await facts(page.locator('.game-result')), ['Anna: accuracy', 'Ben: accuracy']);
  const pill = (/** @type {string} */ side) => page.locator('.board-count', { has: page.locator(`[data-side=${side}]`) }).first();
  assert.deepEqual([await isTurned(pill('black')), await isTurned(pill('red'))], [false, true]);
  for (const viewport of [TABLET.viewport, UPRIGHT, { width: 700, height: 600 }]) {
    await page.setViewportSize(viewport);
    await settled(page);
    assert.equal(await scrolls(page), false, `${viewport.width}`);
    assert.deepEqual(await outOfZone(page, '.facing-told, .game-result > *'), [], `${viewport.width}`);
    assert.deepEqual([...await overflows(page), ...await findings(page)], []);
  }
  await page.locator('.facing-more').tap();
  assert.ok(await page.getByRole('link', { name: 'Settings' }).isVisible());
}));

for (const [fonts, languages] of /** @type {const} */ ([['liberation', ['de', 'es', 'fr', 'ro']], ['dejavu', ['de']]])) test(`the zones have room for long words, ${fonts}`, withVisitor({ fonts, settings: { device: 'between', send: 'confirm' }, device: { ...TABLET, bypassCSP: true } }, async (one) => {
  const { page } = one;
  /** @type {string[]} */
  const wrong = [];
  for (const lang of languages) {
    const game = await one.create(BEFORE);
    await one.open(`/game/${game.id}?lang=${lang}`);
    await untilAsked(page);
    // The title and the text share a line, and must not run into each other.
    assert.equal(await page.locator('.game-prompt-text').evaluate((text) => getComputedStyle(text, '::before').content), '" · "');
    for (const next of ['cd', 'gh', '']) {
      for (const viewport of [{ width: 700, height: 600 }, UPRIGHT, TABLET.viewport]) {
        await page.setViewportSize(viewport);
        await settled(page);
        wrong.push(...(await outOfZone(page, '.game-prompt > *')).map((text) => `${lang} ${viewport.width} before ${next}: ${text}`));
        if (viewport === UPRIGHT && await page.locator('.game-prompt-text:not(:empty)').isHidden()) wrong.push(`${lang} before ${next}: only a title upright`);
        wrong.push(...(await overflows(page)).map((text) => `${lang} ${viewport.width} before ${next}: ${text}`));
        if (await scrolls(page)) wrong.push(`${lang} ${viewport.width} before ${next}: the page scrolls`);
      }
      if (next) await chip(page, next).tap();
      if (next) await untilPhase(page, next === 'cd' ? 'follow_up' : 'bonus');
    }
  }
  assert.deepEqual(wrong, []);
}));
