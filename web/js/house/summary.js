// The rules in plain words, composed from the answers; what differs from the box is marked.

import { h, replace } from '../dom.js';
import { differences, editionChoices } from '../rules.js';
import { t } from '../text.js';

/** @typedef {import('../rules.js').Choices} Choices */
/** @typedef {import('../rules.js').Rule} Rule */

/** The order in which one would explain the rules. @type {Rule[]} */
const TURN = ['follow', 'goal', 'again', 'bonus'];
/** @type {Rule[]} */
const END = ['over', 'end'];

export function summary() {
  const text = h('p', { class: 'house-words' });
  return {
    element: h('section', { class: 'card house-summary', 'aria-labelledby': 'house-summary' }, h('h2', { id: 'house-summary' }, t('house.in_words')), text),
    /** @param {Choices} choices @param {import('../rules.js').Edition} box */
    set(choices, box) {
      const different = differences(choices, editionChoices(box));
      /** @param {Rule} rule */
      const sentence = (rule) => {
        const differs = different.includes(rule);
        // What is not in force needs no sentence, unless the box has it.
        if (choices[rule] === 'none' && !differs) return null;
        const said = t(`house.say_${rule}_${choices[rule]}`);
        return [' ', differs ? h('mark', null, said) : said];
      };
      replace(text, t('house.say_turn'), TURN.map(sentence), END.map(sentence), ' ', t('house.say_points'), sentence('left'));
    },
  };
}
