// Starts the Chromium that is installed on this machine, without a window.
import { existsSync, rm } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { fontconfig, USUAL } from './fonts.js';

/** The path of the executable: `CHROMIUM`, else the first on the path. */
export function executable() {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  throw new Error('Chromium is missing: install the package chromium');
}

/**
 * The sandbox fails as root and in most containers, and /dev/shm is small in containers. No host name resolves, so that
 * no request can leave this machine.
 */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** Starts a browser that has one family of fonts. @param {import('./fonts.js').Family} [family] */
export async function launch(family = USUAL) {
  const { folder, file } = fontconfig(family);
  const env = { ...process.env, FONTCONFIG_FILE: file, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const browser = await chromium.launch({ executablePath: executable(), args: ARGS, env, timeout: 120_000 });
  // Processes of a closing browser may still write to the folder; what they leave behind fails no test.
  browser.on('disconnected', () => rm(folder, { recursive: true, force: true, maxRetries: 5 }, () => {}));
  return browser;
}
