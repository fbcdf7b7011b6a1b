// Every word comes from the catalogue, and fits where it stands in all languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPECTED, NAMES, openTurn, prepare, settle, STILL, walk } from '../lib/pages.js';
import { chip } from '../lib/play.js';
import { PHONE, withVisitor } from '../lib/world.js';

/** @typedef {import('playwright-core').Page} Page */

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ro'];
const WIDTHS = [1440, 390, 320];

/**
 * Words outside the brackets that the invented language puts around every text. Brackets may lie in several elements, as
 * texts have elements for some of their parts, so they are counted through the whole page.
 * @param {Page} page
 */
const strays = (page) => page.evaluate((names) => {
  /** @type {Set<string>} */
  const found = new Set();
  // Notation of turns and positions, row letters, dates, and names.
  const free = [/\d{8}[/-]\d{8}[ -][br]/g, /(?<![\p{L}~+])[~+]?[a-h]{2}(?![\p{L}])/gu, /(?<!\p{L})[a-h](?!\p{L})/gu, /[A-Z][a-z]+ \d{1,2}, \d{4}/g, /\bLinja\b/g, /\bx-pseudo\b/g,
    ...names.map((name) => new RegExp(`\\b${name}\\b`, 'g'))];
  let depth = 0;
  /** @param {string} text @param {string} where */
  const read = (text, where) => {
    let outside = '';
    for (const letter of text) {
      if (letter === '⟦') depth += 1;
      else if (letter === '⟧') depth -= 1;
      else if (depth === 0) outside += letter;
    }
    if (free.reduce((rest, pattern) => rest.replace(pattern, ''), outside).match(/\p{L}/u)) found.add(`${where}: ${outside.trim()}`);
  };
  /** @param {string} where */
  const balanced = (where) => {
    if (depth !== 0) found.add(`${where}: a bracket is missing`);
    depth = 0;
  };
  /** @param {Element} element */
  const walkThrough = (element) => {
    const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
    // Other languages by their own names; keys; what a person has typed.
    if (element.matches('script, style, noscript, kbd, textarea, body [lang]')) return;
    for (const attribute of ['aria-label', 'aria-valuetext', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']) {
      const text = element.getAttribute(attribute);
      if (text === null || element.localName === 'track') continue;
      const before = depth;
      depth = 0;
      read(text, `${name} ${attribute}`);
      balanced(`${name} ${attribute}`);
      depth = before;
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) read(child.data, name);
      else if (child instanceof Element) walkThrough(child);
    }
  };
  walkThrough(document.body);
  balanced('the page');
  read(document.title, 'the title');
  return [...found];
}, NAMES);

for (const [device, isPhone] of /** @type {const} */ ([['desktop', false], ['phone', true]])) {
  test(`words: none that is not in the catalogue (${device})`, withVisitor({ ...STILL, allow: EXPECTED, device: { ...STILL.device, ...(isPhone ? PHONE : {}) } }, async (one) => {
    /** @type {Record<string, string[]>} */
    const found = {};
    // On a phone only what looks different there: the rest was read on the desktop.
    const skip = isPhone ? ['game-values', 'game-lost', 'game-join', 'puzzle-wrong', 'puzzle-solved', 'lesson-wrong', 'lesson-right', 'lesson-last', 'rules',
      'lobby', 'games', 'settings', 'oracle', 'oracle-solving', 'no-game', 'not-found', 'offline', 'upload', 'upload-wrong', 'upload-review', 'learn', 'lesson'] : [];
    await walk(one, { isPhone, lang: 'x-pseudo', skip }, async (name, page) => {
      const list = await strays(page);
      if (list.length > 0) found[name] = list;
    });
    assert.deepEqual(found, {});
  }));
}

/** What is wrong with the words on the page now: keys without a text, placeholders without a value, too wide, cut off. @param {Page} page */
const misfits = (page) => page.evaluate(() => {
  /** @type {string[]} */
  const found = [];
  const name = (/** @type {Element} */ element) => `${element.localName}.${element.getAttribute('class') ?? ''} “${element.textContent?.trim().slice(0, 40)}”`;
  const labels = [...document.querySelectorAll('[aria-label], [title]')].flatMap((element) => [element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '']);
  for (const text of [document.body.innerText, ...labels]) {
    const leaked = text.match(/\b(common|game|board|home|study|learn|offline)\.[a-z_]+\b|\{\w+\}/);
    if (leaked) found.push(`no text: ${leaked[0]}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) {
    const out = [...document.querySelectorAll('main *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    found.push(`${wide} px too wide: ${out.slice(0, 3).map(name).join(', ')}`);
  }
  // A text must lie inside its button, and inside whatever cuts off what is outside of it.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.unseen, .skip, .game-list, svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const text = range.getBoundingClientRect();
    for (let element = /** @type {Element|null} */ (parent); element && element !== document.body; element = element.parentElement) {
      const box = element.getBoundingClientRect();
      // Too small to be seen: it is there for those who listen.
      if (box.width < 2) break;
      const holds = element.matches('.board-chip, button, .button, .badge, .game-step') || getComputedStyle(element).overflowX !== 'visible';
      const over = Math.max(box.left - text.left, text.right - box.right);
      if (holds && text.width > 0 && over > 1) {
        found.push(`cut off by ${Math.round(over)} px: ${name(element)}`);
        break;
      }
    }
  }
  return found;
});

test('words: all languages fit on the game page', withVisitor({ ...STILL, allow: EXPECTED }, async (one) => {
  const { page } = one;
  const made = await prepare(one);
  /** @type {string[]} */
  const found = [];
  for (const lang of LANGUAGES) {
    const go = (/** @type {string} */ path) => one.open(`${path}?lang=${lang}`);
    const look = async (/** @type {string} */ state) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width === 1440 ? 900 : width === 390 ? 844 : 640 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await settle(page);
        found.push(...(await misfits(page)).map((text) => `${lang} ${state} ${width}: ${text}`));
      }
    };
    await page.setViewportSize({ width: 1440, height: 900 });
    await openTurn({ one, page, made, isPhone: false, go });
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    await look('opening');
    await chip(page, 'bc').click();
    await chip(page, 'dh').waitFor();
    await look('follow-up');
    await chip(page, 'dh').click();
    await page.locator('.game-step.now.bonus').waitFor();
    await look('bonus');
    await go(`/game/${made.played}`);
    await page.locator('.game-result').waitFor();
    await look('over');
  }
  assert.deepEqual(found, []);
}));
