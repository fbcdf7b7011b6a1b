// Two players on one device: their names, how they sit, the rules and the match.

import { api } from './api.js';
import { pawnIcon } from './board/pieces.js';
import { h, icon, replace, toast } from './dom.js';
import { chosen, segmented } from './home/play.js';
import { GAMES, LONGEST_NAME, matchName, newGame, once } from './home/start.js';
import { chooseRules } from './house.js';
import { css, go, title } from './router.js';
import { rulesLine, rulesMenu } from './rules-menu.js';
import { settings } from './store.js';
import { errorText, t } from './text.js';

/** @typedef {import('./types').Side} Side */

const WAYS = /** @type {const} */ (['side', 'hand']);

/** One start at a time; a retry after a lost response finds the same game. */
const create = once((id, /** @type {import('./home/start.js').Choices} */ choices, /** @type {string} */ red) =>
  api.createGame({ ...newGame('local', { ...choices, side: 'black' }, { id }), ...(red && { opponent_name: red }) }));

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.two_players'));
  await css('/css/pages.css');
  if (signal.aborted) return;
  const names = { black: nameField('black', settings.get('name')), red: nameField('red', settings.get('second')) };
  const line = h('p', { class: 'pages-line' });
  const rules = rulesMenu((id) => {
    chooseRules(id);
    update();
  });
  const start = h('button', { class: 'button ink two-start' }, icon('play'), t('home.two_start'));

  function update() {
    const { rules: id } = chosen();
    rules.set(id);
    line.textContent = rulesLine(id);
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    settings.set('name', names.black.input.value.trim());
    settings.set('second', names.red.input.value.trim());
    start.setAttribute('aria-busy', 'true');
    try {
      const made = await create(chosen(), settings.get('second'));
      if (made) await go(`/game/${made.game.id}`);
    } catch (error) {
      if (!signal.aborted) toast(errorText(error));
    } finally {
      start.removeAttribute('aria-busy');
    }
  }

  replace(root, h('form', { class: 'pages pages-narrow two', onsubmit: submit },
    h('h1', null, t('home.two_players')),
    h('div', { class: 'card two-names' }, names.black.element, names.red.element),
    device(),
    h('div', { class: 'card two-rules' }, rules.element, line, segmented({
      name: 'games', label: t('home.match'), value: String(chosen().games), options: GAMES.map((each) => [String(each), matchName(each)]),
      onchange: (value) => settings.set('games', Number(value)),
    })),
    start));
  update();
}

/** @param {Side} side @param {string} value */
function nameField(side, value) {
  const input = h('input', { class: 'field', type: 'text', maxlength: LONGEST_NAME, autocomplete: 'off', spellcheck: 'false', value });
  return { input, element: h('label', { class: 'two-name' }, pawnIcon(side, 44), h('span', null, t(`home.two_${side}`)), input) };
}

/** How the two sit around the device. */
function device() {
  const now = settings.get('device');
  return h('fieldset', { class: 'card two-device' },
    h('legend', null, h('h2', null, t('home.two_device'))),
    WAYS.map((way) => h('label', { class: 'settings-choice' },
      h('input', { type: 'radio', name: 'device', value: way, checked: way === now, onchange: () => settings.set('device', way) }),
      h('span', { class: 'settings-words' }, h('b', null, t(`home.two_${way}`)), h('span', null, t(`home.two_${way}_line`))))));
}
