import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';

import { cleanName, describeRules, LONGEST, rulesName } from '../js/house.js';
import { secondsLeft } from '../js/house/table.js';
import { earnedSteps, score, START, worth } from '../js/position.js';
import { canonical, CHOICES, chosenIn, differences, editionChoices, idOf, nearestPublished, parseRules, PUBLISHED, RULES } from '../js/rules.js';
import { use } from '../js/text.js';

before(async () => {
  const common = JSON.parse(await readFile(new URL('../../locales/en/common.json', import.meta.url), 'utf8'));
  use('en', Object.fromEntries(Object.entries(common).map(([key, text]) => [`common.${key}`, text])));
});

/** All combinations of choices. */
function* all() {
  const sizes = RULES.map((rule) => CHOICES[rule].length);
  for (let at = 0; at < sizes.reduce((product, size) => product * size, 1); at += 1) {
    let rest = at;
    yield Object.fromEntries(RULES.map((rule, i) => {
      const choice = CHOICES[rule][rest % (sizes[i] ?? 1)];
      rest = Math.floor(rest / (sizes[i] ?? 1));
      return [rule, choice];
    }));
  }
}

test('all 648 ids are different, and read back to the same choices', () => {
  const ids = new Set();
  for (const choices of all()) {
    const id = idOf(/** @type {any} */ (choices));
    ids.add(id);
    assert.deepEqual(parseRules(id), choices, id);
    assert.equal(canonical(id), id);
  }
  assert.equal(ids.size, 648);
});

test('ids are canonical as docs/rules.md describes', () => {
  assert.equal(canonical('FOLLOW-MAY bonus'), 'bonus+follow-may');
  assert.equal(canonical('over-apart+classic+goal-count'), 'classic+goal-count+over-apart');
  assert.equal(canonical('geeky+bonus-any'), 'geeky-spicy');
  assert.equal(canonical('bonus-spicy+bonus-own'), 'bonus');
  assert.equal(canonical('bonus+follow-may+follow-may+left-one'), 'geeky');
  assert.equal(canonical('bonus+follow-may+bonus-any'), 'bonus+follow-may+bonus-any', 'a tie goes to bonus');
  assert.equal(canonical('classic+goal-count+end-turn+left-mirror'), 'bonus+goal-count+again-must+bonus-none', 'before classic as well');
  for (const bad of ['', 'follow-may', 'bonus+classic', 'bonus+follow', 'bonus+follow-may+follow-must', 'bonus+follow-may-x', 'bonus+nothing-may', 'bonus+toString-x', '__proto__']) {
    assert.equal(canonical(bad), null, bad);
  }
});

test('the choices of the editions are those of the leaflets', () => {
  assert.deepEqual(differences(editionChoices('bonus'), editionChoices('geeky')), ['follow', 'left']);
  assert.equal(differences(editionChoices('classic'), editionChoices('bonus')).length, 5);
  for (const id of PUBLISHED) assert.equal(canonical(id), id);
});

test('the stored choice is house rules, else an edition', () => {
  assert.equal(chosenIn({ house: 'bonus follow-may', edition: 'classic', spicy: true }), 'bonus+follow-may');
  assert.equal(chosenIn({ house: '', edition: 'geeky', spicy: true }), 'geeky-spicy');
  assert.equal(chosenIn({ house: 'nonsense', edition: 'classic', spicy: true }), 'classic');
  assert.equal(chosenIn({ house: 7, edition: '__proto__', spicy: 'yes' }), 'bonus');
  assert.equal(nearestPublished('geeky+goal-one+bonus-any'), 'geeky-spicy');
});

test('points and steps follow the choices, not the name', () => {
  assert.equal(worth('classic+left-one', 'black', 0), -1);
  assert.equal(worth('bonus+left-zero', 'red', 7), 0);
  assert.equal(worth('classic+left-mirror', 'black', 0), -5);
  assert.deepEqual(score('geeky+left-zero', START), { black: 6, red: 6 });
  assert.equal(earnedSteps('bonus+goal-one', 'black', 7, 4), 1);
  assert.equal(earnedSteps('bonus+goal-count', 'black', 7, 4), 5);
  assert.equal(earnedSteps('bonus', 'black', 7, 4), 0);
  assert.equal(earnedSteps('bonus', 'red', 7, 4), 4, 'row h is no goal for Red');
});

test('house rules have a short description', () => {
  assert.equal(describeRules('classic+left-one'), 'Classic with minus points');
  assert.equal(describeRules('bonus+again-must'), 'Bonus with another turn');
  assert.equal(describeRules('bonus+goal-one+again-must+over-apart'), 'Bonus with 3 house rules');
  assert.equal(rulesName('Bonus-Spicy'), 'Bonus, spicy');
  for (const choices of all()) {
    const text = rulesName(idOf(/** @type {any} */ (choices)));
    assert.ok(text.length <= LONGEST && !text.includes('common.'), text);
  }
});

test('a name from a link is one short line of plain text', () => {
  assert.equal(cleanName('  Anna’s\n rules \u202e<b>x</b>\u0000 '), 'Anna’s rules <b>x</b>');
  assert.equal([...cleanName('ü'.repeat(100))].length, LONGEST);
  assert.equal(cleanName(' \u200b '), '');
});

test('the time left follows the speed so far, and is not told too early', () => {
  assert.equal(secondsLeft({ progress: 0.62, seconds: 13 }), 8);
  assert.equal(secondsLeft({ progress: 0.01, seconds: 13 }), null);
  assert.equal(secondsLeft({ progress: 0.9, seconds: 0.4 }), null);
  assert.equal(secondsLeft({ progress: 0.999, seconds: 20 }), 1);
  assert.equal(secondsLeft({}), null);
});
