// Eight languages: complete catalogues, the `lang` attribute, and text that stays inside its box on narrow screens. Each
// language runs with one family of fonts; sweep.mjs tries them all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chip, untilAsked, untilPhase } from '../lib/play.js';
import { FAMILIES } from '../lib/fonts.js';
import { LANGUAGES, missing, overflows, ready, settled } from '../lib/page.js';
import { withVisitor } from '../lib/world.js';

const SIZES = [{ width: 390, height: 844 }, { width: 320, height: 640 }, { width: 844, height: 390 }, { width: 1440, height: 900 }];

for (const [at, lang] of LANGUAGES.entries()) {
  // The sample begins with the widest letters and the longest words.
  const fonts = FAMILIES.at(-1 - at % FAMILIES.length) ?? 'dejavu';
  test(`the game page in ${lang} with ${fonts}: opening, follow-up, bonus and result in windows of four sizes`, withVisitor({ fonts, settings: { send: 'confirm' }, device: { hasTouch: true } }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    const check = async (/** @type {string} */ state) => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page);
        const found = await overflows(page);
        wrong.push(...found.map((text) => `${state} at ${size.width}: ${text}`));
      }
      wrong.push(...(await missing(page)).map((key) => `${state}: no text for ${key}`));
    };
    const game = await one.create({ rules: 'bonus-spicy', position: '12310014/40120050 b', opponent: { type: 'computer', level: '7' }, side: 'black' });
    await one.open(`/game/${game.id}?lang=${lang}`);
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    await untilAsked(page);
    await check('opening');
    await chip(page, 'bc').click();
    await untilPhase(page, 'follow_up');
    await check('follow-up');
    await chip(page, 'dh').click();
    await untilPhase(page, 'bonus');
    await page.locator('.board-spot[tabindex="0"]').focus();
    await page.keyboard.press('b');
    await check('bonus');
    await page.locator('.game-prompt-buttons .button').last().focus();
    await page.keyboard.press('Escape');
    await page.locator('.game-tool.resign').click();
    await page.locator('dialog').waitFor();
    await check('question');
    await page.locator('dialog .button.ink').click();
    await page.locator('.game-result').waitFor();
    await check('result');
    assert.deepEqual(wrong, []);
  }));
}

test('the language comes from the browser, changes in the menu, and is stored', withVisitor({ device: { locale: 'pt-BR' } }, async (one) => {
  const { page } = one;
  await one.open('/');
  const lang = () => page.locator('html').getAttribute('lang');
  assert.equal(await lang(), 'pt');
  await page.locator('.header-language').click();
  await page.locator('.header-languages button[lang=ro]').click();
  await page.locator('html[lang=ro]').waitFor();
  await page.reload();
  await page.locator('main > *').first().waitFor();
  assert.equal(await lang(), 'ro');
  assert.deepEqual(await missing(page), []);
  // The parameter in the address wins, and holds for the pages that follow.
  await one.open('/?lang=it');
  assert.equal(await lang(), 'it');
  await page.locator('.header-nav a[href="/rules"], .header-nav a[href="/learn"]').first().click();
  await page.waitForURL('**/learn*');
  assert.equal(await lang(), 'it');
}));

test('numbers and plurals follow the language', withVisitor({}, async (one) => {
  const { page } = one;
  await one.open('/oracle?lang=de');
  // Tests of house rules may have left their tables beside the published ones.
  const solved = await page.evaluate(async () => {
    const { tables } = await (await fetch('/api/v1/oracle')).json();
    return tables.filter((/** @type {{status: string}} */ table) => table.status === 'ready').length;
  });
  assert.ok(solved >= 5, `${solved} tables`);
  const grouped = (/** @type {string} */ mark) => String(solved * 1_264_575_044).replace(/\B(?=(\d{3})+$)/gu, mark);
  await page.getByText(grouped('.')).waitFor();
  await one.open('/oracle?lang=en');
  await page.getByText(grouped(',')).waitFor();
}));

for (const [lang, fonts] of /** @type {const} */ ([['de', 'dejavu'], ['ro', 'noto'], ['nl', 'liberation']])) {
  test(`all other pages in ${lang} with ${fonts} stay within 320 px`, withVisitor({ fonts, allow: [/status of 404/], device: { viewport: { width: 320, height: 640 }, hasTouch: true } }, async (one) => {
    const { page } = one;
    /** @type {string[]} */
    const wrong = [];
    const paths = ['/', '/puzzle/bonus/2026-11-10', '/explorer', '/review', '/learn', '/learn/geeky/7', '/rules', '/rules/bonus+follow-may', '/lobby', '/two', '/games', '/settings', '/privacy', '/oracle', '/nothing'];
    for (const path of paths) {
      await one.open(`${path}?lang=${lang}`);
      await ready(page);
      wrong.push(...(await overflows(page)).map((text) => `${path}: ${text}`), ...(await missing(page)).map((key) => `${path}: no text for ${key}`));
    }
    assert.deepEqual(wrong, []);
  }));
}
