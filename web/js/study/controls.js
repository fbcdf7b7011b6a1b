// Controls for the rule set and the side to move, shared by the explorer and the puzzles.

import { h, icon } from '../dom.js';
import { sideName, t } from '../text.js';
import { withSpicy } from './editor-model.js';

/** @typedef {import('../position.js').Side} Side */

const EDITIONS = ['classic', 'bonus', 'geeky'];

/**
 * The edition and, where there is one, the option spicy.
 * @param {(rules: string) => void} onChange
 */
export function rulesControl(onChange) {
  const select = h('select', { 'aria-label': t('study.edition'), onchange: () => change() },
    EDITIONS.map((edition) => h('option', { value: edition }, t(`common.edition_${edition}`))));
  const spicy = h('input', { type: 'checkbox', role: 'switch', onchange: () => change() });
  const toggle = h('label', { class: 'toggle' }, spicy, h('span', null, t('study.spicy')));
  const change = () => onChange(withSpicy(select.value, spicy.checked));
  return {
    element: h('div', { class: 'study-rules' }, h('div', { class: 'select' }, select, icon('chevron')), toggle),
    /** @param {string} rules */
    set(rules) {
      select.value = withSpicy(rules, false);
      spicy.checked = rules.endsWith('-spicy');
      toggle.hidden = select.value === 'classic';
    },
  };
}

/** @param {(side: Side) => void} onChange */
export function sideControl(onChange) {
  const sides = /** @type {const} */ (['black', 'red']);
  const inputs = sides.map((side) => h('input', { type: 'radio', name: 'study-side', value: side, onchange: () => onChange(side) }));
  return {
    element: h('div', { class: 'segmented study-side', role: 'radiogroup', 'aria-label': t('study.to_move') },
      sides.map((side, at) => h('label', null, inputs[at], h('span', null, sideName(side))))),
    /** @param {Side} side */
    set(side) {
      for (const input of inputs) input.checked = input.value === side;
    },
  };
}
