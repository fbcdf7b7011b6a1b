// Controls of the explorer for the rule set and the side to move.

import { h } from '../dom.js';
import { rulesMenu } from '../rules-menu.js';
import { sideName, t } from '../text.js';

/** @typedef {import('../position.js').Side} Side */

/** The menu of rule sets. @param {(rules: string) => void} onChange */
export function rulesControl(onChange) {
  const { element, set } = rulesMenu(onChange);
  return { element: h('div', { class: 'study-rules' }, element), set };
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
