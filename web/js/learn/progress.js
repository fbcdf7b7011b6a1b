// The completed lessons on this device, by rule set.

import { keep, LESSONS, recall } from '../store.js';

/** @returns {Record<string, unknown>} */
function all() {
  const found = recall(LESSONS);
  return typeof found === 'object' && found !== null ? found : {};
}

/** Numbers of the lessons done. @param {string} rules @returns {Set<number>} */
export function doneOf(rules) {
  const found = all()[rules];
  return new Set(Array.isArray(found) ? found.filter((n) => Number.isInteger(n) && n >= 1 && n <= 8) : []);
}

/** @param {string} rules @param {number} n */
export function remember(rules, n) {
  keep(LESSONS, { ...all(), [rules]: [...doneOf(rules).add(n)].sort((a, b) => a - b) });
}

/** The first lesson that is not done, or the first of all. @param {string} rules @param {number} total */
export function nextOf(rules, total) {
  const done = doneOf(rules);
  for (let n = 1; n <= total; n += 1) if (!done.has(n)) return n;
  return 1;
}
