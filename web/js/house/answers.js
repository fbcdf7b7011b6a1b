// The three boxes and the seven rules, each with its answers.

import { ensureDefs } from '../board/pieces.js';
import { h, replace, s } from '../dom.js';
import { baseName } from '../house.js';
import { CHOICES, differences, EDITIONS, editionChoices, idOf, RULES } from '../rules.js';
import { t } from '../text.js';
import { headlineOf } from './verdict.js';

/** @typedef {import('../rules.js').Choices} Choices */
/** @typedef {import('../rules.js').Edition} Edition */
/** @typedef {import('../rules.js').Rule} Rule */

/** In the order of the leaflets: points on the own half from none to most. @type {Partial<Record<Rule, string[]>>} */
const SHOWN = { left: ['zero', 'one', 'mirror'] };

/**
 * @param {{choose: (choices: Choices, box?: Edition) => void, reset: () => void}} actions
 */
export function answers({ choose, reset }) {
  ensureDefs();
  /** @type {Choices} */
  let choices = editionChoices('bonus');
  const boxes = EDITIONS.map((edition) => boxButton(edition, () => choose(editionChoices(edition), edition)));
  const rows = RULES.map((rule) => ruleRow(rule, (choice) => choose({ ...choices, [rule]: choice })));
  const back = h('button', { class: 'house-back', type: 'button', onclick: () => {
    reset();
    // The button is gone; the box that it restored is the next thing to look at.
    boxes.find(({ input }) => input.checked)?.input.focus();
  } });
  const differs = h('p', { class: 'house-differs' }, h('span', { class: 'house-dot', 'aria-hidden': 'true' }), t('house.differs_from_box'), ' ', back);
  return {
    element: [
      h('div', { class: 'house-boxes', role: 'radiogroup', 'aria-label': t('house.boxes') }, boxes.map(({ element }) => element)),
      h('div', { class: 'card house-rows' }, rows.map(({ element }) => element)),
      differs,
    ],
    /** @param {Choices} next @param {Edition} box */
    set(next, box) {
      choices = next;
      const different = differences(next, editionChoices(box));
      for (const each of boxes) each.input.checked = each.edition === box;
      for (const row of rows) row.set(next[row.rule], different.includes(row.rule));
      differs.hidden = different.length === 0;
      back.textContent = t('house.back_to', { edition: baseName(box) });
    },
    /** Tells on each answer who would win with it. @param {Record<string, number>} verdicts */
    setVerdicts(verdicts) {
      for (const row of rows) row.tell((choice) => verdicts[idOf({ ...choices, [row.rule]: choice })]);
    },
  };
}

/** @param {Edition} edition @param {() => void} onchange */
function boxButton(edition, onchange) {
  const input = h('input', { type: 'radio', name: 'house-box', value: edition, onchange });
  const element = h('label', { class: 'house-box' }, input, boxPicture(edition),
    h('span', { class: 'house-box-words' }, h('b', null, baseName(edition)), h('span', null, t(`house.box_${edition}`))));
  return { edition, input, element };
}

/** A box of the game with what its edition is known for. @param {Edition} edition */
function boxPicture(edition) {
  const pawn = (/** @type {'black' | 'red'} */ side, /** @type {number} */ x, /** @type {number} */ y) =>
    s('use', { href: `#linja-${side}`, transform: `translate(${x} ${y}) scale(.46)` });
  const star = s('path', { d: 'm43 10 2.300 4.700 5.200.8-3.800 3.600.9 5.100L43 21.800l-4.600 2.400.9-5.100-3.800-3.600 5.200-.8z', class: 'house-star' });
  const pen = s('path', { d: 'm46 13 4 2.300-8 13.700-4.600 2.300.6-5z', class: 'house-pen' });
  const contents = {
    classic: [pawn('red', 9, 6), pawn('black', 19, 15)],
    bonus: [pawn('black', 14, 12), star],
    geeky: [pawn('red', 14, 12), pen],
  }[edition];
  return s('svg', { class: 'house-picture', viewBox: '0 0 58 48', width: 58, height: 48, 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: 'M3 40h52l-4 6H7z', class: 'house-picture-base' }),
    s('rect', { x: 1, y: 1, width: 56, height: 40, rx: 4, class: 'house-picture-lid' }),
    s('rect', { x: 1, y: 33, width: 56, height: 4.500, class: 'house-picture-stick' }), contents);
}

/** @param {Rule} rule @param {(choice: string) => void} onchange */
function ruleRow(rule, onchange) {
  const id = `house-${rule}`;
  const options = (SHOWN[rule] ?? CHOICES[rule]).map((choice) => {
    const input = h('input', { type: 'radio', name: id, value: choice, onchange: () => onchange(choice) });
    return { choice, input, label: h('label', null, input, h('span', null, t(`house.${rule}_${choice}`))) };
  });
  const mark = h('span', { class: 'house-mark' });
  const group = h('div', { class: 'segmented house-answers', role: 'radiogroup', 'aria-labelledby': id, 'aria-describedby': `${id}-question` },
    options.map(({ label }) => label));
  const element = h('div', { class: 'house-row' }, mark,
    h('div', { class: 'house-question' }, h('b', { id }, t(`house.${rule}_title`)), ' ', h('span', { id: `${id}-question` }, t(`house.${rule}_question`))), group);
  return {
    rule,
    element,
    /** @param {string} now @param {boolean} differs */
    set(now, differs) {
      for (const { choice, input } of options) input.checked = choice === now;
      element.classList.toggle('differs', differs);
      group.setAttribute('aria-labelledby', differs ? `${id} ${id}-differs` : id);
      replace(mark, differs && [h('span', { class: 'house-dot', 'aria-hidden': 'true' }), h('span', { class: 'unseen', id: `${id}-differs` }, t('house.differs'))]);
    },
    /** @param {(choice: string) => number | undefined} valueOf */
    tell(valueOf) {
      for (const { choice, label } of options) {
        const value = valueOf(choice);
        if (value === undefined) label.removeAttribute('title');
        else label.title = headlineOf(value);
      }
    },
  };
}
