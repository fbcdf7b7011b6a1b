/** Whether the server answers. A failed request alone proves little: a second one, to the simplest address, decides. */
import { server } from './place.js';
import { observable } from './store.js';

/** Milliseconds between two attempts while the server is away, and the deadline of one. */
const PAUSE = 5_000;
const PATIENCE = 4_000;
/** A short gap is not worth a word. */
const GAP = 2_000;

/** Whether there is a server at all: a copy of the page as plain files may have none. */
export const hasServer = server !== null;

/** Whether the server is out of reach, for now or for good. */
export const offline = observable(!hasServer);

/** The simplest address. A server elsewhere tells nobody its health. */
const HEALTH = server ? `${server}/api/v1/version` : '/healthz';

/** @type {Promise<boolean> | null} */
let asking = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks whether the server is there. @returns {Promise<boolean>} */
export function isThere() {
  if (!hasServer) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask() {
  clearTimeout(timer);
  const found = await fetch(HEALTH, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).then(({ ok }) => ok, () => false);
  offline.set(!found);
  if (!found) timer = setTimeout(isThere, PAUSE);
  return found;
}

/**
 * Follows what the browser says about its network. It is only a reason to ask: a server on this machine, or in this house,
 * is there without the internet.
 */
export function watchNetwork() {
  if (!hasServer) return;
  addEventListener('online', () => {
    if (offline.get()) isThere();
  });
  addEventListener('offline', () => setTimeout(() => {
    if (!navigator.onLine) isThere();
  }, GAP));
  document.addEventListener('visibilitychange', () => {
    if (offline.get() && document.visibilityState === 'visible') isThere();
  });
}
