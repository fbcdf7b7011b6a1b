// Looking at a page as a whole: words that run out of their boxes, keys without a text, words that are in no catalogue.

/** @typedef {import('playwright-core').Page} Page */

/** Waits until everything stands where it will stay: sizes are answered a frame later, and pawns may travel. @param {Page} page */
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

/**
 * What is wider than the place it has: the page itself, and words in buttons, chips and labels.
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
  /** The place that words take which can be seen. @param {Element} box */
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
    // Less than a pixel is rounding.
    if (out > 1) wrong.push(`“${box.textContent?.trim()}” is ${Math.round(out * 10) / 10} px outside ${box.tagName}.${box.getAttribute('class')}`);
  }
  // A chip must not be cut off by the edge of the screen, and two must not lie on each other.
  const chips = [...document.querySelectorAll('.board-chip')].filter(seen).map((chip) => ({ chip, box: chip.getBoundingClientRect() }));
  for (const { chip, box } of chips) {
    if (box.right > root.clientWidth + 0.5) wrong.push(`chip ${chip.textContent} is cut off`);
    const over = chips.find((other) => other.chip !== chip && other.box.top < box.bottom - 1 && box.top < other.box.bottom - 1 && other.box.left < box.right - 1 && box.left < other.box.right - 1);
    if (over) wrong.push(`chip ${chip.textContent} lies over ${over.chip.textContent}`);
  }
  return wrong;
});

/** Keys of the catalogue that are shown because no text stands behind them. @param {Page} page @returns {Promise<string[]>} */
export const missing = (page) => page.evaluate(() => {
  const key = /\b(common|board|game|home|study|learn|offline)\.[a-z]+(_[a-z0-9]+)*\b/g;
  const texts = [document.title, document.body.innerText];
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) texts.push(each.getAttribute(name) ?? '');
  }
  const left = texts.flatMap((text) => text.match(/\{[a-z_]+\}/g) ?? []);
  return [...new Set([...texts.flatMap((text) => text.match(key) ?? []), ...left])];
});

/**
 * Words that are in no catalogue. In the pseudo-language every text of it stands between ⟦ and ⟧; what is outside must be
 * notation, a row letter, a number, a symbol, or one of the names that the test has put there.
 * @param {Page} page
 * @param {string[]} names
 * @returns {Promise<string[]>}
 */
export const strays = (page, names) => page.evaluate((known) => {
  /** @type {Set<string>} */
  const found = new Set();
  /** Turns such as `bc dh ~de / ab`, row letters, positions and values. */
  const notation = /^(?:pass|[+~]?[a-h]{2}|[a-h]|\d+\.?|[0-9a-c]{8}(?:[/-][0-9a-c]{8}(?:[ -][br])?)?|[br])$/;
  /** @param {string} text @param {string} where */
  function judge(text, where) {
    let rest = text.replace(/\s+/g, ' ').trim();
    // From the inside out: a text may hold another one.
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    for (const name of known) rest = rest.replaceAll(name, ' ');
    const words = rest.split(/[\s,;:()[\]{}…·→=“”"'’!?/×≈▲▼★↻⇄✓∞½−+±%&|⌫←↑↓-]+/u).filter(Boolean);
    const stray = words.filter((word) => /\p{L}/u.test(word) && !notation.test(word));
    if (stray.length > 0) found.add(`${where}: ${text.trim().slice(0, 90)}`);
  }
  // A sentence may be spread over several elements: the smallest element that holds all of it is judged.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  /** @type {Set<Element>} */
  const judged = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    let holder = node.parentElement;
    if (!holder || !(node.textContent ?? '').trim() || holder.closest('script, style, noscript')) continue;
    const balanced = (/** @type {string} */ text) => (text.match(/⟦/g) ?? []).length === (text.match(/⟧/g) ?? []).length;
    while (holder && holder !== document.body && !balanced(holder.textContent ?? '')) holder = holder.parentElement;
    if (!holder) continue;
    // Names of languages are written in their own language; a part of a sentence is inside its brackets.
    if (holder.closest('[lang]:not(html)')) continue;
    const own = node.parentElement === holder || judged.has(holder) ? (node.parentElement === holder && balanced(node.textContent ?? '') && !isInside(node) ? node.textContent : null) : holder.textContent;
    if (own === null) continue;
    if (node.parentElement !== holder) judged.add(holder);
    judge(own ?? '', `<${holder.tagName.toLowerCase()} class="${holder.getAttribute('class') ?? ''}">`);
  }
  /** Whether a piece of text stands between brackets that its neighbours hold. @param {Node} node */
  function isInside(node) {
    let text = '';
    for (let before = node.previousSibling; before; before = before.previousSibling) text = (before.textContent ?? '') + text;
    return (text.match(/⟦/g) ?? []).length > (text.match(/⟧/g) ?? []).length;
  }
  for (const each of document.querySelectorAll('*')) {
    if (each.closest('[lang]:not(html)')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription', 'aria-description', 'label']) {
      const text = each.getAttribute(name);
      if (text) judge(text, `${name} of <${each.tagName.toLowerCase()} class="${each.getAttribute('class') ?? ''}">`);
    }
  }
  judge(document.title, 'the title of the window');
  return [...found];
}, names);
