// House rules on this device: the names that people gave them, which rule set is chosen, and how rule sets are called.

import { h } from './dom.js';
import { canonical, chosenIn, differences, isPublished, nearestEdition, ruleChoices } from './rules.js';
import { keep, recall, settings } from './store.js';
import { t } from './text.js';

/** @typedef {{id: string, name: string}} Named */
/** @typedef {import('./rules.js').Edition} Edition */

const KEY = 'linja.rules';
/** As many as a menu can show; the oldest are forgotten. */
const MOST = 20;
/** The most letters of a name. */
export const LONGEST = 40;

/**
 * A name as it is kept and shown: one line without control characters, which a link could hold.
 * @param {string} text
 */
export const cleanName = (text) => [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, LONGEST).join('').trim();

/** The named house rules of this device, the latest first. @returns {Named[]} */
export function ownRules() {
  const found = recall(KEY);
  if (!Array.isArray(found)) return [];
  return found.flatMap((each) => {
    const id = typeof each?.id === 'string' ? canonical(each.id) : null;
    const name = typeof each?.name === 'string' ? cleanName(each.name) : '';
    return id && name && !isPublished(id) ? [{ id, name }] : [];
  });
}

/** Remembers house rules under a name. @param {string} id @param {string} name */
export function rememberRules(id, name) {
  const clean = cleanName(name);
  if (clean === '' || isPublished(id)) return;
  keep(KEY, [{ id, name: clean }, ...ownRules().filter((each) => each.id !== id)].slice(0, MOST));
}

/** @param {string} id */
export function forgetRules(id) {
  keep(KEY, ownRules().filter((each) => each.id !== id));
}

/** The name given to house rules on this device; null without one. @param {string} id */
export const ownName = (id) => ownRules().find((each) => each.id === id)?.name ?? null;

/** An edition as the base of house rules. @param {Edition} edition */
export const baseName = (edition) => (edition === 'classic' ? t('common.base_classic') : t(`common.edition_${edition}`));

/** In which rules house rules differ from a published rule set, in a few words each: "with another turn". @param {string} id @param {string} published */
export function differencesFrom(id, published) {
  const choices = ruleChoices(id);
  // Only the 2003 edition has no minus points at all.
  const keyOf = (/** @type {import('./rules.js').Rule} */ rule) => (published === 'classic' && rule === 'left' && choices.left === 'one' ? 'left_minus' : `${rule}_${choices[rule]}`);
  return differences(choices, ruleChoices(published)).map((rule) => t(`common.with_${keyOf(rule)}`));
}

/** House rules in a few words: "Classic with minus points". @param {string} id */
export function describeRules(id) {
  const edition = nearestEdition(ruleChoices(id));
  const different = differencesFrom(id, edition);
  const long = `${baseName(edition)} ${different.join(', ')}`;
  return long.length <= LONGEST ? long : t('common.with_rules', { edition: baseName(edition), count: different.length });
}

/** The name of a rule set. @param {string} id */
export function rulesName(id) {
  const known = canonical(id) ?? id;
  if (isPublished(known)) return t(`common.rules_${known.replace('-', '_')}`);
  return ownName(known) ?? describeRules(known);
}

/** The name of a rule set; house rules lead to the page that explains them. @param {string} id */
export const rulesLink = (id) => (isPublished(id) ? rulesName(id) : h('a', { href: `/rules/${id}` }, rulesName(id)));

/** The rule set that is chosen on this device. */
export const chosenRules = () => chosenIn({ house: settings.get('house'), edition: settings.get('edition'), spicy: settings.get('spicy') });

/** Chooses a rule set for the next games. @param {string} id */
export function chooseRules(id) {
  if (!isPublished(id)) {
    settings.set('house', id);
    return;
  }
  settings.set('house', '');
  settings.set('edition', /** @type {Edition} */ (id.replace('-spicy', '')));
  settings.set('spicy', id.endsWith('-spicy'));
}
