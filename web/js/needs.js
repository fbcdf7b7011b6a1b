/** What works only with the server: without it, it stays readable and focusable, and says why it can’t be used. */
import { put, toast } from './dom.js';
import { offline } from './network.js';
import { sentence, t } from './text.js';

/**
 * Marks a button as usable or not, in its own line of words.
 * @param {Element} button
 * @param {Element} words
 * @param {string} usual
 */
export function markNeed(button, words, usual) {
  const isAway = offline.get();
  put(button, 'aria-disabled', isAway ? 'true' : null);
  const line = isAway ? t('common.needs_connection') : usual;
  if (words.textContent !== line) words.textContent = line;
}

/** Whether the server is there; else says so. */
export function isServerThere() {
  if (offline.get()) toast(sentence(t('common.needs_connection')));
  return !offline.get();
}
