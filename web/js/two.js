// Two players on one device: their names, how they sit, the rules and the match.

import { api } from './api.js';
import { pawnIcon } from './board/pieces.js';
import { facingRoom, isTouched, proposedUse, USES } from './device.js';
import { h, icon, replace, s, toast } from './dom.js';
import { chosen } from './home/play.js';
import { GAMES, LONGEST_NAME, matchName, newGame, once } from './home/start.js';
import { chooseRules } from './house.js';
import { css, go, title } from './router.js';
import { rulesLine, rulesMenu } from './rules-menu.js';
import { settings } from './store.js';
import { errorText, t } from './text.js';

/** @typedef {import('./types').Side} Side */

/** One start at a time; a retry after a lost response finds the same game. No clock: the one chosen on Home is not seen here. */
const create = once((id, /** @type {import('./home/start.js').Choices} */ choices, /** @type {string} */ red) =>
  api.createGame({ ...newGame('local', { ...choices, side: 'black', first: 'lot', clock: '' }, { id }), ...(red && { opponent_name: red }) }));

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.two_players'));
  await css('/css/pages.css');
  if (signal.aborted) return;
  const names = { black: nameField('black', settings.get('name')), red: nameField('red', settings.get('second')) };
  // Enter begins the game only from the second name: else nobody could type it.
  names.black.input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    names.red.input.focus();
  });
  const line = h('p', { class: 'pages-line' });
  const rules = rulesMenu((id) => {
    chooseRules(id);
    update();
  });
  const use = device();
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
    settings.set('device', use.chosen());
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
    use.element,
    h('div', { class: 'card two-rules' }, rules.element, matchChoice(), line),
    start));
  update();
}

/** @param {Side} side @param {string} value */
function nameField(side, value) {
  const input = h('input', { class: 'field', type: 'text', enterkeyhint: side === 'black' ? 'next' : 'go', maxlength: LONGEST_NAME, autocomplete: 'off', spellcheck: 'false', value });
  return { input, element: h('label', { class: 'two-name' }, pawnIcon(side, 44), h('span', null, t(`home.two_${side}`)), input) };
}

function matchChoice() {
  const now = chosen().games;
  const onchange = (/** @type {Event} */ event) => settings.set('games', Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return h('label', { class: 'select two-match' }, h('span', null, t('home.choice', { name: t('home.match') })),
    h('select', { onchange }, GAMES.map((each) => h('option', { value: each, selected: each === now }, matchName(each)))), icon('chevron'));
}

/** How the two sit around the device. */
function device() {
  const room = facingRoom();
  const chosen = () => proposedUse(settings.get('device'), { isTouched: isTouched(), hasRoom: room.matches });
  /** @param {import('./device.js').Use} use */
  const line = (use) => t(use === 'between' && !room.matches ? 'home.two_between_small' : `home.two_${use}_line`);
  return {
    chosen,
    element: h('fieldset', { class: 'card two-device' },
      h('legend', null, h('h2', null, t('home.two_device'))),
      USES.map((use) => h('label', { class: 'settings-choice' },
        h('input', { type: 'radio', name: 'device', value: use, checked: use === chosen(), onchange: () => settings.set('device', use) }),
        h('span', { class: 'settings-words' }, h('b', null, t(`home.two_${use}`)), h('span', null, line(use))), picture(use)))),
  };
}

/** Where the players sit: a bar for each, on the side from which it is read. @param {import('./device.js').Use} use */
function picture(use) {
  const bar = (/** @type {Side} */ side, /** @type {number} */ x, /** @type {number} */ y) => s('rect', { x, y, width: 20, height: 4, rx: 2, class: side });
  return s('svg', { class: 'two-picture', viewBox: '0 0 44 34', width: 44, height: 34, 'aria-hidden': 'true' },
    s('rect', { x: 0.75, y: 0.75, width: 42.5, height: 32.5, rx: 5, class: 'two-screen' }),
    use !== 'hand' && bar('red', use === 'side' ? 6 : 18, 5), bar('black', 6, 25));
}
