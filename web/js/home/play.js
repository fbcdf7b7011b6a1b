// The card from which every game starts, and the controls that it shares with the settings.

import { h, icon } from '../dom.js';
import { chooseRules } from '../house.js';
import { markNeed } from '../needs.js';
import { rulesMenu } from '../rules-menu.js';
import { settings } from '../store.js';
import { levelName, levelTitle, sideName, t } from '../text.js';
import { CLOCKS, GAMES, LEVELS, LONGEST_NAME, choices, clockName, levelSentence, matchName } from './start.js';

/** @typedef {import('./start.js').Kind} Kind */

/** The current choices. */
export const chosen = () => choices((name) => settings.get(/** @type {keyof import('../store.js').Settings} */ (name)));

/**
 * One of a few, side by side.
 * @param {{name: string, label: string, value: string, options: [string, string][], onchange: (value: string) => void}} options
 */
export function segmented({ name, label, value, options, onchange }) {
  return h('div', { class: 'segmented', role: 'radiogroup', 'aria-label': label }, options.map(([each, text]) =>
    h('label', null,
      h('input', { type: 'radio', name, value: each, checked: each === value, onchange: () => onchange(each) }),
      h('span', null, text))));
}

/**
 * On or off.
 * @param {{label: string, line?: string, on: boolean, onchange: (on: boolean) => void}} options
 */
export function toggle({ label, line, on, onchange }) {
  const input = h('input', {
    type: 'checkbox', role: 'switch', checked: on,
    onchange: (/** @type {Event} */ event) => onchange(/** @type {HTMLInputElement} */ (event.target).checked),
  });
  return h('label', { class: 'toggle' }, input, h('span', null, h('b', null, label), line && [' ', h('span', { class: 'toggle-line' }, line)]));
}

/**
 * A name that people type.
 * @param {string} [describedBy]
 */
export function nameField(describedBy) {
  return h('input', {
    class: 'field', type: 'text', name: 'name', maxlength: LONGEST_NAME, autocomplete: 'nickname', spellcheck: 'false',
    value: settings.get('name'), placeholder: t('home.name_placeholder'), 'aria-label': t('home.name'), 'aria-describedby': describedBy,
    onchange: (/** @type {Event} */ event) => settings.set('name', /** @type {HTMLInputElement} */ (event.target).value.trim()),
  });
}

/**
 * The card.
 * @param {{start: (kind: Kind) => void, isSolved: (rules: string) => boolean, changed: () => void}} options
 *   `changed` is called when another rule set or side is chosen
 */
export function playCard({ start, isSolved, changed }) {
  const level = levelSlider(isSolved);
  const rules = rulesMenu((id) => {
    chooseRules(id);
    update();
    changed();
  }, { isQuiet: true });

  const invite = quick('invitation', 'link', t('home.invite'), t('home.invite_line'), start);
  const challenge = quick('lobby', 'broadcast', t('home.challenge'), t('home.challenge_line'), start);

  function update() {
    rules.set(chosen().rules);
    level.update();
    for (const each of [invite, challenge]) each.update();
  }

  const play = h('button', { class: 'button ink home-go', type: 'button', 'data-start': 'computer', onclick: () => start('computer') },
    icon('play'), t('home.play'));
  const element = h('div', { class: 'home-play' },
    h('section', { class: 'home-computer', 'aria-label': t('home.against_computer') }, level.element, play),
    h('div', { class: 'home-quick' },
      quick('local', 'users', t('home.two_players'), t('home.two_players_line'), start).element, invite.element, challenge.element),
    h('div', { class: 'home-choices' }, rules.element,
      quietSelect('games', t('home.match'), GAMES.map((each) => [String(each), matchName(each)]), (value) => settings.set('games', Number(value))),
      quietSelect('clock', t('home.clock'), Object.entries(CLOCKS).map(([name, clock]) => [name, clock ? clockName(clock) : t('home.clock_off')]), (value) => settings.set('clock', value)),
      more(changed)));
  update();
  return {
    element,
    update,
    /** Marks the button of the game that is being created. @param {string | null} kind */
    busy: (kind) => mark(element, kind),
  };
}

/** Marks the button of the game that is being created. @param {HTMLElement} card @param {string | null} kind */
export function mark(card, kind) {
  for (const button of card.querySelectorAll('[data-start]')) {
    if (button.getAttribute('data-start') === kind) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
  }
}

/**
 * @param {Kind} kind
 * @param {Parameters<typeof icon>[0]} sign
 * @param {string} title
 * @param {string} line
 * @param {(kind: Kind) => void} start
 */
function quick(kind, sign, title, line, start) {
  const words = h('span', null, line);
  const element = h('button', { class: 'home-quick-button', type: 'button', 'data-start': kind, onclick: () => start(kind) },
    icon(sign), h('b', null, title), words);
  return { element, update: () => markNeed(element, words, line) };
}

/** @param {(rules: string) => boolean} isSolved */
function levelSlider(isSolved) {
  const last = LEVELS.length - 1;
  const input = h('input', {
    type: 'range', class: 'home-range', min: 0, max: last, step: 1, value: LEVELS.indexOf(chosen().level),
    'aria-label': t('home.level'), 'aria-describedby': 'home-level-line',
    oninput: () => {
      settings.set('level', LEVELS[Number(input.value)]);
      update();
    },
  });
  const value = h('span', { class: 'home-slider-value', 'aria-hidden': 'true' });
  const name = h('h2', { class: 'home-level-name' });
  const line = h('p', { class: 'home-level-line', id: 'home-level-line' });
  const dots = h('span', { class: 'home-slider-dots', 'aria-hidden': 'true' }, LEVELS.map(() => h('i')));
  const slider = h('div', { class: 'home-slider' }, dots, value, input);
  const ends = h('p', { class: 'home-level-ends', 'aria-hidden': 'true' }, h('span', null, levelTitle('1')), h('span', null, levelTitle('perfect')));

  function update() {
    const { level, rules } = chosen();
    const at = LEVELS.indexOf(level);
    // The last stop of the slider is "perfect".
    value.textContent = level === 'perfect' ? '∞' : level;
    slider.style.setProperty('--at', String(at / last));
    [...dots.children].forEach((dot, i) => dot.classList.toggle('past', i < at));
    input.setAttribute('aria-valuetext', levelName(level));
    name.textContent = levelTitle(level);
    line.textContent = levelSentence(level, rules, isSolved(rules));
  }
  return { element: h('div', { class: 'home-level' }, h('div', { class: 'home-level-head' }, name, line), slider, ends), update };
}

/**
 * A choice in one word: "Match: 1 game".
 * @param {'games' | 'clock'} name
 * @param {string} label
 * @param {[string, string][]} options
 * @param {(value: string) => void} onchange
 */
function quietSelect(name, label, options, onchange) {
  const now = String(chosen()[name]);
  return h('label', { class: 'home-select' }, h('span', null, t('home.choice', { name: label })),
    h('select', {
      name, onchange: (/** @type {Event} */ event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value),
    }, options.map(([value, text]) => h('option', { value, selected: value === now }, text))), icon('chevron'));
}

/** Options that few people change. @param {() => void} changed */
function more(changed) {
  const { side, first } = chosen();
  return h('details', { class: 'home-more' },
    h('summary', { 'aria-label': t('home.more'), title: t('home.more') }, icon('more')),
    h('div', { class: 'home-more-grid' },
      h('span', { class: 'home-caption', 'aria-hidden': 'true' }, t('home.side')),
      segmented({
        name: 'side', label: t('home.side'), value: side,
        options: [['black', sideName('black')], ['red', sideName('red')], ['lot', t('home.lot')]],
        onchange: (value) => {
          settings.set('side', /** @type {'black' | 'red' | 'lot'} */ (value));
          changed();
        },
      }),
      h('span', { class: 'home-caption', 'aria-hidden': 'true' }, t('home.first')),
      segmented({
        name: 'first', label: t('home.first'), value: first,
        options: [['me', t('home.first_me')], ['opponent', t('home.first_opponent')], ['lot', t('home.lot')]],
        onchange: (value) => settings.set('first', /** @type {'lot' | 'me' | 'opponent'} */ (value)),
      }),
      h('span', { class: 'home-caption', 'aria-hidden': 'true' }, t('home.name')), nameField(),
      h('a', { class: 'home-lobby', href: '/lobby' }, t('home.lobby_link'))));
}
