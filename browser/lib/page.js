// Checks of a whole page: text that sticks out of its box, keys without a text, words that are in no catalogue.

/** @typedef {import('playwright-core').Page} Page */

export const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ro'];

/** Sets the browser's text size to twice the usual, as a person would in its settings. @param {Page} page */
export async function largeText(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Waits until the layout is final: a ResizeObserver runs a frame later, and pawns may still travel. @param {Page} page */
export const settled = (page) => page.evaluate(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await document.fonts.ready;
  for (let calm = 0; calm < 2;) {
    await frame();
    const moving = document.getAnimations().filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity);
    calm = moving.length > 0 ? 0 : calm + 1;
    await Promise.all(moving.map((each) => each.finished.catch(() => undefined)));
  }
});

/** Waits until a page has loaded its content, and its layout is final. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => document.querySelector('main h1') !== null && document.querySelector('[aria-busy=true], .study-wait') === null);
  await settled(page);
}

/**
 * Lists what does not fit: a page wider than the window, text outside its button, chip or label, chips over each other.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const overflows = (page) => page.evaluate(() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > root.clientWidth + 1);
    wrong.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide: ${wide.slice(0, 2).map((each) => `${each.tagName} ${each.getAttribute('class')}`)}`);
  }
  const seen = (/** @type {Element} */ each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** The boxes of all visible text. @param {Element} box */
  function textOf(box) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    /** @type {DOMRect[]} */
    const parts = [];
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      if (!holder || !seen(holder) || holder.closest('.unseen') || getComputedStyle(holder).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      parts.push(...range.getClientRects());
    }
    return parts.filter((part) => part.width > 0);
  }
  for (const box of document.querySelectorAll('button, .button, .board-chip, .game-step, summary, .segmented span, .badge, .header-nav a')) {
    if (!seen(box) || box.closest('.unseen')) continue;
    const own = box.getBoundingClientRect();
    const text = textOf(box);
    if (own.width < 2 || text.length === 0) continue;
    const out = Math.max(...text.map((part) => Math.max(part.right - own.right, own.left - part.left, part.bottom - own.bottom - 4, own.top - part.top - 4)));
    // Rounding causes less than a pixel.
    if (out > 1) wrong.push(`“${box.textContent?.trim()}” is ${Math.round(out * 10) / 10} px outside ${box.tagName}.${box.getAttribute('class')}`);
  }
  // No chip is cut off by the edge of the screen, and no two overlap.
  const chips = [...document.querySelectorAll('.board-chip')].filter(seen).map((chip) => ({ chip, box: chip.getBoundingClientRect() }));
  for (const { chip, box } of chips) {
    if (box.right > root.clientWidth + 0.5) wrong.push(`chip ${chip.textContent} is cut off`);
    const over = chips.find((other) => other.chip !== chip && other.box.top < box.bottom - 1 && box.top < other.box.bottom - 1 && other.box.left < box.right - 1 && box.left < other.box.right - 1);
    if (over) wrong.push(`chip ${chip.textContent} lies over ${over.chip.textContent}`);
  }
  return wrong;
});

/** Lists what is not wholly in the window, or covered. @param {Page} page @param {string[]} all */
export const unseen = (page, all) => page.evaluate((list) => list.flatMap((css) => {
  const found = document.querySelector(css);
  const box = found?.getBoundingClientRect();
  if (!found || !box || box.width === 0) return [`${css} is missing`];
  if (box.top < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) return [`${css} is at ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${innerHeight}`];
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top && (found.contains(top) || top.contains(found)) ? [] : [`${css} is covered by ${top?.className}`];
}), all);

/** By how much the page scrolls. @param {Page} page */
export const scrolls = (page) => page.evaluate(() => Math.max(0, document.documentElement.scrollHeight - innerHeight));

/** Lists keys and placeholders that are shown because the catalogue has no text for them. @param {Page} page @returns {Promise<string[]>} */
export const missing = (page) => page.evaluate(() => {
  const key = /\b(common|board|game|guide|home|study|learn|house|privacy|offline|result|me)\.[a-z]+(_[a-z0-9]+)*\b/g;
  const texts = [document.title, document.body.innerText];
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) texts.push(each.getAttribute(name) ?? '');
  }
  const left = texts.flatMap((text) => text.match(/\{[a-z_]+\}/g) ?? []);
  return [...new Set([...texts.flatMap((text) => text.match(key) ?? []), ...left])];
});

/**
 * Lists words that come from no catalogue: words outside the brackets that the pseudo-language puts around every text.
 * A text may span several elements, so brackets are counted through the whole page.
 * @param {Page} page
 * @param {string[]} names names that the test has put there
 * @returns {Promise<string[]>}
 */
export const strays = (page, names) => page.evaluate((known) => {
  /** @type {Set<string>} */
  const found = new Set();
  // Positions, turns, row letters, dates, names.
  const free = [/\d{8}[/-]\d{8}[ -][br]/g, /(?<![\p{L}~+])[~+]?[a-h]{2}(?![\p{L}])/gu, /(?<!\p{L})(?:[a-h]|pass)(?!\p{L})/gu, /\d{1,2} [A-Z][a-z]+(?: \d{4})?/g,
    ...[...known, 'Linja', 'x-pseudo'].map((name) => new RegExp(`\\b${name}\\b`, 'g'))];
  let depth = 0;
  /** @param {string} text @param {string} where */
  const read = (text, where) => {
    let outside = '';
    for (const letter of text) {
      if (letter === '⟦') depth += 1;
      else if (letter === '⟧') depth -= 1;
      else if (depth === 0) outside += letter;
    }
    if (/\p{L}/u.test(free.reduce((rest, pattern) => rest.replace(pattern, ''), outside))) found.add(`${where}: ${outside.trim()}`);
  };
  /** @param {string} text @param {string} where */
  const readAlone = (text, where) => {
    const before = depth;
    depth = 0;
    read(text, where);
    if (depth !== 0) found.add(`${where}: a bracket is missing`);
    depth = before;
  };
  /** @param {Element} element */
  const readAll = (element) => {
    // Names of languages, months and weekdays, labels of keys, typed text.
    if (element.matches('script, style, noscript, kbd, time, .month thead, textarea, body [lang]')) return;
    const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
    for (const attribute of ['aria-label', 'aria-valuetext', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']) {
      readAlone(element.getAttribute(attribute) ?? '', `${name} ${attribute}`);
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) read(child.data, name);
      else if (child instanceof Element) readAll(child);
    }
  };
  readAll(document.body);
  if (depth !== 0) found.add('the page: a bracket is missing');
  readAlone(document.title, 'the title');
  return [...found];
}, names);
