// The filters above the list of games. They combine, and stand in the address.

import { h, icon, replace } from '../dom.js';
import { segmented } from '../home/play.js';
import { rulesName } from '../house.js';
import { t } from '../text.js';
import { opponentsIn, rulesIn, SHOWS } from './list.js';

/** @typedef {import('./list.js').Filters} Filters */

/** @param {(change: Partial<Filters>) => void} change */
export function filterBar(change) {
  const show = segmented({
    name: 'show', label: t('me.show'), value: 'all', options: SHOWS.map((each) => [each, t(`me.show_${each}`)]),
    onchange: (value) => change({ show: /** @type {Filters['show']} */ (value) }),
  });
  const opponent = menu(t('me.opponent'), (value) => change({ opponent: value }));
  const rules = menu(t('me.rules'), (value) => change({ rules: value }));
  return {
    element: h('div', { class: 'me-filters' }, show, h('div', { class: 'me-selects' }, opponent.element, rules.element)),
    /** @param {Filters} now @param {import('../types').GameSummary[]} games @param {string} name */
    update(now, games, name) {
      for (const input of show.querySelectorAll('input')) input.checked = input.value === now.show;
      opponent.set([['', t('me.opponent_any')], ...opponentsIn(games, name)], now.opponent);
      rules.set([['', t('me.rules_any')], ...rulesIn(games).map((id) => /** @type {[string, string]} */ ([id, rulesName(id)]))], now.rules);
    },
  };
}

/** @param {string} label @param {(value: string) => void} onchange */
export function menu(label, onchange) {
  const select = h('select', { 'aria-label': label, onchange: () => onchange(select.value) });
  let shown = '';
  return {
    element: h('div', { class: 'select' }, select, icon('chevron')),
    /** @param {[string, string][]} options @param {string} value */
    set(options, value) {
      // The address may name what no game has.
      const all = options.some(([key]) => key === value) ? options : [...options, /** @type {[string, string]} */ ([value, value.replace(/^\w+-/, '')])];
      const now = JSON.stringify(all);
      if (now !== shown) replace(select, all.map(([key, text]) => h('option', { value: key }, text)));
      shown = now;
      select.value = value;
    },
  };
}
