/** What works only with the server: without it, it stays readable and focusable, and says why it can’t be used. */
import { put, toast } from './dom.js';
import { hasServer, offline } from './network.js';
import { sentence, t } from './text.js';

/** Why something can’t be used while the server is out of reach. */
export const whyNot = () => t(hasServer ? 'common.needs_connection' : 'common.needs_server');

/**
 * Marks a button as usable or not, in its own line of words.
 * @param {Element} button
 * @param {Element} words
 * @param {string} usual
 */
export function markNeed(button, words, usual) {
  const isAway = offline.get();
  put(button, 'aria-disabled', isAway ? 'true' : null);
  const line = isAway ? whyNot() : usual;
  if (words.textContent !== line) words.textContent = line;
}

/** Whether the server is there; else says so. */
export function isServerThere() {
  if (offline.get()) toast(sentence(whyNot()));
  return !offline.get();
}
