// What the tests of a file share: a browser for each family of fonts, a server with tables and one without, and visitors,
// who record what a page must not do.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { launch } from './chromium.js';
import { USUAL } from './fonts.js';
import { PATIENCE, SCREENSHOTS, startServer } from './server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} Context */
/** @typedef {import('./server.js').Server} Server */

/** @type {Map<import('./fonts.js').Family, ReturnType<typeof launch>>} */
const browsers = new Map();
/** @type {Record<'solved'|'bare', Promise<Server>|null>} */
const servers = { solved: null, bare: null };

/** The browser with a family of fonts. A browser that crashed is replaced, so that it fails one test only. */
async function browser(/** @type {import('./fonts.js').Family} */ fonts = USUAL) {
  const running = browsers.get(fonts);
  if (running && (await running).isConnected()) return running;
  const started = launch(fonts);
  browsers.set(fonts, started);
  return started;
}

/** The server with all rule sets solved. */
export const solvedServer = () => (servers.solved ??= startServer());
/** The server without tables. */
export const bareServer = () => (servers.bare ??= startServer({ solved: false }));

after(async () => {
  for (const running of browsers.values()) await (await running).close();
  for (const server of Object.values(servers)) await (await server)?.stop();
});

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/**
 * @typedef {object} Wishes
 * @property {Server} [server]
 * @property {import('./fonts.js').Family} [fonts]
 * @property {Record<string, unknown>} [settings] the settings stored on the device
 * @property {boolean} [isNew] a device that was never here before; else it remembers a finished game, so that home is not that of a newcomer
 * @property {RegExp[]} [allow] console errors that the test expects
 * @property {import('playwright-core').BrowserContextOptions} [device]
 */
/**
 * @typedef {object} Visitor a person with a device
 * @property {Page} page
 * @property {Context} context
 * @property {Server} server
 * @property {string[]} faults what a page must not do, and did
 * @property {(body: Record<string, unknown>) => Promise<any>} create creates a game of this person
 * @property {(path: string, body?: Record<string, unknown>) => Promise<any>} api
 * @property {(path: string) => Promise<void>} open
 */

/** Runs inside the page: records violations of the content security policy, and layout shifts. */
function watchPage() {
  const seen = /** @type {any} */ (window);
  seen.refused = [];
  seen.shifts = [];
  addEventListener('securitypolicyviolation', (event) => seen.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      if (!entry.hadRecentInput) seen.shifts.push({ value: entry.value, at: Math.round(entry.startTime), what: entry.sources.map((/** @type {any} */ source) => source.node?.className?.toString() ?? source.node?.nodeName) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Opens a browser context. `check` fails if the page did what a page must not do.
 * @param {Wishes} [wishes]
 * @returns {Promise<Visitor & {check(): Promise<void>, leave(): Promise<void>}>}
 */
export async function visitor({ server, fonts, settings = {}, isNew = false, allow = [], device = {} } = {}) {
  const at = server ?? await solvedServer();
  const stored = [{ name: 'linja.settings', value: JSON.stringify(settings) }];
  if (!isNew) stored.push({ name: 'linja.results', value: JSON.stringify([{ id: 'earlier', level: '4', won: true }]) });
  const context = await (await browser(fonts)).newContext({
    baseURL: at.origin, locale: 'en-GB', timezoneId: 'Europe/Berlin',
    storageState: { cookies: [], origins: [{ origin: at.origin, localStorage: stored }] }, ...DESKTOP, ...device,
  });
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const faults = [];
  const fault = (/** @type {string} */ text) => {
    if (!allow.some((pattern) => pattern.test(text))) faults.push(text);
  };
  const isOurs = (/** @type {string} */ url) => /^(data|blob|about):/.test(url) || new URL(url).host === new URL(at.origin).host;
  context.on('request', (request) => { if (!isOurs(request.url())) fault(`A request left for ${request.url()}`); });
  context.on('console', (message) => { if (message.type() === 'error') fault(`Console: ${message.text()} (${message.location().url})`); });
  context.on('weberror', (error) => fault(`Error in the page: ${error.error().stack}`));
  context.on('dialog', (dialog) => {
    faults.push(`A dialog opened: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  context.on('page', (page) => page.on('websocket', (socket) => { if (!isOurs(socket.url())) fault(`A socket left for ${socket.url()}`); }));
  await context.addInitScript(watchPage);
  const page = await context.newPage();

  /** @type {Visitor['api']} */
  async function api(path, body) {
    const options = body === undefined ? {} : { data: body };
    const answer = await context.request.fetch(`/api/v1${path}`, { method: body === undefined ? 'GET' : 'POST', ...options });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  return {
    page, context, faults, server: at, api,
    async create(body) {
      const made = await api('/games', { id: crypto.randomUUID(), ...body });
      return made.game;
    },
    async open(path) {
      await page.goto(path);
      await page.locator('main > *').first().waitFor();
    },
    async check() {
      for (const each of context.pages()) {
        const refused = await each.evaluate(() => /** @type {any} */ (window).refused ?? []).catch(() => []);
        faults.push(...refused.map((/** @type {string} */ text) => `The policy refused ${text}`));
      }
      assert.deepEqual(faults, []);
    },
    leave: () => context.close(),
  };
}

/**
 * A test with some visitors: closes their contexts at the end, and fails if `check` of one fails.
 * @param {Wishes[]} wishes
 * @param {(...all: Awaited<ReturnType<typeof visitor>>[]) => Promise<void>} body
 * @returns {(test: {name: string}) => Promise<void>}
 */
export function withVisitors(wishes, body) {
  return async ({ name }) => {
    /** @type {Awaited<ReturnType<typeof visitor>>[]} */
    const all = [];
    try {
      for (const wish of wishes) all.push(await visitor(wish));
      await body(...all);
      for (const one of all) await one.check();
    } catch (error) {
      for (const [at, one] of all.entries()) {
        if (one.faults.length > 0) console.error(`    (faults of visitor ${at + 1}: ${one.faults.join('; ')})`);
        const file = join(SCREENSHOTS, 'failed', `${name.replace(/[^\w]+/g, '-').slice(0, 60)}-${at + 1}.png`);
        await one.page.screenshot({ path: file }).catch(() => undefined);
      }
      throw error;
    } finally {
      for (const one of all) await one.leave();
    }
  };
}

/**
 * A test with one visitor.
 * @param {Wishes} wishes
 * @param {(one: Awaited<ReturnType<typeof visitor>>) => Promise<void>} body
 */
export const withVisitor = (wishes, body) => withVisitors([wishes], (one) => body(/** @type {NonNullable<typeof one>} */ (one)));
