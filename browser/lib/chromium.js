// The browser: Chromium as it is installed on this machine, without a window.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Where it is: `CHROMIUM`, else on the path. */
export function executable() {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      if (existsSync(join(folder, name))) return join(folder, name);
    }
  }
  throw new Error('There is no Chromium: install the package chromium');
}

/** Starts it. Nothing but this machine has an address in it, so that no request could leave it unseen. */
export const launch = () => chromium.launch({
  executablePath: executable(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});
