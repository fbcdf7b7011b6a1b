/** How a server elsewhere knows this device: by a token. A page that came from its server has a cookie instead. */
import { server } from './place.js';
import { keep, recall } from './store.js';

const KEY = 'linja.token';

/** @returns {string | null} */
function kept() {
  const found = recall(KEY);
  return found?.server === server && typeof found.token === 'string' ? found.token : null;
}

/** @type {Promise<string> | null} */
let asked = null;

/** The token of this device; a new one at the first time. @returns {Promise<string | null>} null if the page needs none */
export async function token() {
  if (!server) return null;
  const known = kept();
  if (known) return known;
  asked ??= fetch(`${server}/api/v1/tokens`, { method: 'POST' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`no token: ${answer.status}`);
    const made = (await answer.json()).token;
    changeToken(made);
    return made;
  }).finally(() => {
    asked = null;
  });
  return asked;
}

/** Keeps another token; null forgets it. @param {string | null | undefined} next */
export function changeToken(next) {
  if (server && next !== undefined) keep(KEY, next && { server, token: next });
}

/** The protocols of a WebSocket: a page can set no header there. @returns {string[]} */
export function protocols() {
  const known = server ? kept() : null;
  return known ? ['linja', `linja.token.${known}`] : [];
}
