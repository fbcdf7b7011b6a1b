// Measures the figures of the page in docs/performance.md. Prints tables, asserts nothing.
//
//     node browser/measure.mjs [--runs N]
//
// Uses the binary as the tests do (LINJA_BIN, else target/release or target/debug).
import { launch } from './lib/chromium.js';
import { chip, undo, untilAsked, untilPhase } from './lib/play.js';
import { startServer } from './lib/server.js';
import { middle, share } from './lib/statistics.js';

const RUNS = process.argv.includes('--runs') ? Number(process.argv[process.argv.indexOf('--runs') + 1]) : 5;
/** A slow phone on a slow network. */
const SLOW = { cpu: 4, latency: 150, bits: 1_600_000 };
const SIZES = { desktop: { viewport: { width: 1440, height: 900 } }, phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } };

const ms = (/** @type {number} */ value) => `${Math.round(value * 10) / 10} ms`;

/** Runs inside the page: records when the board is first playable. */
function watchBoard() {
  const seen = /** @type {any} */ (window);
  const check = () => {
    if (seen.playable || !document.querySelector('.board.acting .board-spot:not([aria-disabled])')) return;
    // The board is drawn at the end of the next frame.
    seen.playable = -1;
    requestAnimationFrame(() => setTimeout(() => { seen.playable = performance.now(); }));
  };
  new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true });
}

const server = await startServer({ solved: false });
const chromium = await launch();

/** @param {object} size @param {boolean} slow */
async function visitorWith(size, slow) {
  const context = await chromium.newContext({ baseURL: server.origin, ...size });
  await context.addInitScript(watchBoard);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slow) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: SLOW.latency, downloadThroughput: SLOW.bits / 8, uploadThroughput: SLOW.bits / 8 });
  }
  const answer = await context.request.post('/api/v1/games', { data: { id: crypto.randomUUID(), opponent: { type: 'local' }, first: 'black' } });
  const { game } = await answer.json();
  return { context, page, cdp, game };
}

/** @param {import('playwright-core').Page} page @returns {Promise<number>} */
async function playableAt(page) {
  await page.waitForFunction(() => /** @type {any} */ (window).playable > 0, undefined, { timeout: 120_000 });
  return page.evaluate(() => /** @type {any} */ (window).playable);
}

console.log(`\n## Time to a playable board\n\nCold cache, ${SLOW.cpu}× slower processor, ${SLOW.latency} ms and ${SLOW.bits / 1e6} Mbit/s; median of ${RUNS} (worst).\n`);
console.log('| page | desktop | phone |\n|---|---|---|');
for (const [name, path] of /** @type {[string, (id: string) => string][]} */ ([['game', (id) => `/game/${id}`], ['home, its board', () => '/']])) {
  const cells = [];
  for (const [device, size] of Object.entries(SIZES)) {
    // The home page has no board on a phone.
    if (device === 'phone' && name !== 'game') {
      cells.push('–');
      continue;
    }
    const times = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { context, page, game } = await visitorWith(size, true);
      await page.goto(path(game.id), { timeout: 120_000 });
      times.push(await playableAt(page));
      await context.close();
    }
    cells.push(`${Math.round(middle(times))} ms (${Math.round(Math.max(...times))} ms)`);
  }
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/** Measures clicks: the work of the page, and the time until the result is on the screen. @param {boolean} slow */
async function clicks(slow) {
  const { context, page, game } = await visitorWith(SIZES.desktop, false);
  await page.goto(`/game/${game.id}`);
  await untilAsked(page);
  const cdp = await context.newCDPSession(page);
  if (slow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.clicks = [];
    // From the click to the end of the frame that shows its result.
    addEventListener('click', (event) => {
      const before = document.querySelector('.game-step.now')?.className;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => seen.clicks.push({ drawn: performance.now() - event.timeStamp, isShown: document.querySelector('.game-step.now')?.className !== before });
        channel.port2.postMessage(null);
      });
    }, { capture: true });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) if (entry.name === 'click') (seen.events ??= []).push({ work: entry.processingEnd - entry.processingStart, whole: entry.duration });
    }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16, buffered: true }));
  });
  for (let run = 0; run < 12; run += 1) {
    await chip(page, 'bc').click();
    await untilPhase(page, 'follow_up');
    await page.waitForFunction((count) => /** @type {any} */ (window).clicks.length > count, run * 2);
    await undo(page);
    await untilPhase(page, 'opening');
    await page.waitForFunction((count) => /** @type {any} */ (window).clicks.length > count, run * 2 + 1);
  }
  const found = await page.evaluate(() => ({ clicks: /** @type {any} */ (window).clicks, events: /** @type {any} */ (window).events ?? [] }));
  await context.close();
  return found;
}

console.log('\n## From the click to the drawn action\n\nFrom the time stamp of the click to the end of the first frame after it, and the work of the page for the click itself.\n');
console.log('| processor | clicks | shown in the first frame | click to drawn, median | 95 % | work for the click, median | worst |\n|---|---|---|---|---|---|---|');
for (const slow of [false, true]) {
  const { clicks: all, events } = await clicks(slow);
  const drawn = all.map((/** @type {any} */ each) => each.drawn);
  const work = events.map((/** @type {any} */ each) => each.work);
  console.log(`| ${slow ? `${SLOW.cpu}× slower` : 'as it is'} | ${all.length} | ${all.filter((/** @type {any} */ each) => each.isShown).length} | ${ms(middle(drawn))} | ${ms(share(drawn, 0.95))} | ${ms(middle(work))} | ${ms(Math.max(...work))} |`);
}

/** Measures frames while pawns travel. @param {boolean} slow */
async function travelling(slow) {
  const { context, page, game, cdp } = await visitorWith(SIZES.desktop, false);
  await page.goto(`/game/${game.id}`);
  await untilAsked(page);
  if (slow) await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  await chromium.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'] });
  const gaps = await page.evaluate(async () => {
    const { board } = await import(/** @type {any} */ (document.querySelector('link[rel=modulepreload][href*="board/board.js"]')?.getAttribute('href') ?? `${document.querySelector('script[type=module]')?.getAttribute('src')?.replace('main.js', '') ?? '/js/'}board/board.js`));
    const place = document.querySelector('.game-board');
    place?.replaceChildren();
    const shown = board({ rules: 'bonus', view: 'black', interactive: true, sides: [], label: '' });
    place?.append(shown.element);
    shown.set({ position: '61111110/01111116 b', turn: null });
    await new Promise((done) => setTimeout(done, 500));
    /** @type {number[]} */
    const stamps = [];
    let isRunning = true;
    const frame = (/** @type {number} */ at) => {
      stamps.push(at);
      if (isRunning) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // Long moves, one after the other, with all 24 pawns on the board.
    for (const [actions, side] of [[['af', 'bg'], 'black'], [['hc', 'gb'], 'red'], [['ae', 'ce'], 'black'], [['hd', 'fb'], 'red'], [['ag', 'dg'], 'black'], [['hb', 'eb'], 'red']]) await shown.play(actions, side);
    isRunning = false;
    return stamps.slice(1).map((at, i) => at - (stamps[i] ?? at));
  });
  const trace = JSON.parse(String(await chromium.stopTracing()));
  const count = (/** @type {string} */ name) => trace.traceEvents.filter((/** @type {any} */ event) => event.name === name).length;
  await context.close();
  return { gaps, drawn: count('DrawFrame'), dropped: count('DroppedFrame') };
}

console.log('\n## Frames while pawns travel\n\n24 pawns on the board, six turns of two long ways each; gaps between frames as the page sees them, and the browser’s trace.\n');
console.log('| processor | frames | a second | gap, median | 95 % | worst | drawn | dropped |\n|---|---|---|---|---|---|---|---|');
for (const slow of [false, true]) {
  const { gaps, drawn, dropped } = await travelling(slow);
  const time = gaps.reduce((/** @type {number} */ sum, /** @type {number} */ gap) => sum + gap, 0);
  console.log(`| ${slow ? `${SLOW.cpu}× slower` : 'as it is'} | ${gaps.length} | ${(1000 * gaps.length / time).toFixed(1)} | ${ms(middle(gaps))} | ${ms(share(gaps, 0.95))} | ${ms(Math.max(...gaps))} | ${drawn} | ${dropped} |`);
}

await chromium.close();
await server.stop();
