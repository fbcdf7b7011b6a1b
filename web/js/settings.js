// Settings of this device, and information about the program.

import { api } from './api.js';
import { dialog, h, icon, replace, toast } from './dom.js';
import { nameField, segmented, toggle } from './home/play.js';
import { forgetNumbers, keptGames, numbers } from './me/kept.js';
import { css, title } from './router.js';
import { server } from './place.js';
import { canTell, isTelling } from './notify-state.js';
import { settings } from './store.js';
import { errorText, LANGUAGES, language, loadPart, t } from './text.js';

const SEND = /** @type {const} */ (['auto', 'grace', 'at_once', 'confirm']);
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal, hash }) {
  title(t('home.settings_title'));
  const [notify] = await Promise.all([import('./notify.js'), loadPart('me'), loadPart('notify'), css('/css/pages.css')]);
  const tell = await notify.state();
  if (signal.aborted) return;
  const version = h('p', { class: 'settings-version' }, 'Linja');
  replace(root, h('div', { class: 'pages pages-narrow' },
    h('div', null, h('h1', null, t('home.settings_title')), h('p', { class: 'pages-line' }, t('home.settings_kept'))),
    h('section', { class: 'card settings', 'aria-labelledby': 'settings-play' },
      h('h2', { id: 'settings-play' }, t('home.settings_play')),
      h('label', { class: 'settings-row' },
        h('span', { class: 'settings-words' }, h('b', null, t('home.settings_name')), h('span', { id: 'settings-name' }, t('home.settings_name_line'))),
        nameField('settings-name')),
      sending(),
      switched('sound'), switched('keys'), switched('truth'), switched('notation')),
    h('section', { class: 'card settings', 'aria-labelledby': 'settings-turn' },
      h('h2', { id: 'settings-turn' }, t('game.title_turn')),
      telling(tell, notify.toggle), turnSound()),
    h('section', { class: 'card settings', 'aria-labelledby': 'settings-look' },
      h('h2', { id: 'settings-look' }, t('home.settings_look')),
      h('div', { class: 'settings-row' }, h('b', null, t('home.settings_theme')), theme(signal)),
      h('div', { class: 'settings-row' }, h('b', null, t('home.settings_language')), languages())),
    h('section', { class: 'card settings', 'aria-labelledby': 'numbers' },
      h('h2', { id: 'numbers' }, t('me.numbers_title')), numbersRow()),
    h('section', { class: 'card', 'aria-labelledby': 'settings-about' },
      h('h2', { id: 'settings-about' }, t('home.settings_about')),
      version, h('p', { class: 'pages-line' }, t('home.about_line')),
      h('ul', { class: 'settings-links' },
        h('li', null, h('a', { href: '/rules' }, t('home.about_rules'))),
        h('li', null, h('a', { href: '/privacy' }, t('home.about_privacy'))),
        h('li', null, h('a', { href: '/oracle' }, t('home.about_oracle'))),
        server !== null && h('li', null, h('a', { href: `${server}/api/v1/openapi.json` }, t('home.about_api')))))));
  if (hash === 'numbers') document.getElementById('numbers')?.scrollIntoView();
  api.version().then((found) => {
    version.textContent = t('home.about_version', { version: String(found.version) });
  }, () => {});
}

/** Forgets what the page Me tells about games. */
function numbersRow() {
  async function forget() {
    const answer = await dialog({
      title: t('me.forget_ask'), body: t('me.forget_line'),
      buttons: [{ value: 'yes', label: t('me.forget_button'), ink: true }, { value: '', label: t('me.cancel') }],
    });
    if (answer !== 'yes') return;
    // By the server's clock: everything up to the last game that this device knows.
    forgetNumbers(Math.max(0, ...numbers().map(({ at }) => at), ...keptGames().map((game) => game.updated_at)));
    toast(t('me.forget_done'));
  }
  return h('div', { class: 'settings-row' },
    h('div', { class: 'settings-words' }, h('b', null, t('me.forget_title')), h('span', null, t('me.forget_line'))),
    h('button', { class: 'button', type: 'button', onclick: forget }, t('me.forget_button')));
}

/** When a complete turn is sent. */
function sending() {
  const now = settings.get('send');
  return h('fieldset', { class: 'settings-send' },
    h('legend', null, h('b', null, t('home.settings_send'))),
    SEND.map((each) => h('label', { class: 'settings-choice' },
      h('input', { type: 'radio', name: 'send', value: each, checked: each === now, onchange: () => settings.set('send', each) }),
      h('span', { class: 'settings-words' }, h('b', null, t(`home.send_${each}`)), h('span', null, t(`home.send_${each}_line`))))));
}

/** @param {'sound' | 'keys' | 'truth' | 'notation'} name */
function switched(name) {
  const element = toggle({
    label: t(`home.settings_${name}`), line: t(`home.settings_${name}_line`), on: settings.get(name),
    onchange: (on) => settings.set(name, on),
  });
  element.classList.add('settings-toggle');
  return element;
}

/**
 * The message when it is the player's turn, and what holds on this device.
 * @param {import('./notify-state.js').TellState} now
 * @param {() => Promise<import('./notify-state.js').TellState>} change
 */
function telling(now, change) {
  const element = toggle({ label: t('game.tell_me'), line: t(`notify.tell_${now}`), on: isTelling(now), onchange: changed });
  element.classList.add('settings-toggle');
  const input = /** @type {HTMLInputElement} */ (element.querySelector('input'));
  const line = /** @type {HTMLElement} */ (element.querySelector('.toggle-line'));
  line.setAttribute('aria-live', 'polite');

  /** @param {import('./notify-state.js').TellState} state */
  function mark(state) {
    element.dataset['state'] = state;
    input.checked = isTelling(state);
    input.disabled = !canTell(state);
    line.textContent = t(`notify.tell_${state}`);
  }

  async function changed() {
    input.disabled = true;
    try {
      now = await change();
    } catch (error) {
      toast(errorText(error));
    }
    mark(now);
  }

  mark(now);
  return element;
}

function turnSound() {
  const element = toggle({
    label: t('notify.sound'), line: t('notify.sound_line'), on: settings.get('turnSound'),
    onchange: (on) => {
      settings.set('turnSound', on);
      if (on) import('./game/sound.js').then(({ click }) => click('turn'));
    },
  });
  element.classList.add('settings-toggle');
  return element;
}

/** Follows the button in the header, too. @param {AbortSignal} signal */
function theme(signal) {
  const element = segmented({
    name: 'theme', label: t('home.settings_theme'), value: settings.get('theme'),
    options: THEMES.map((each) => [each, t(`home.theme_${each}`)]),
    onchange: (value) => settings.set('theme', /** @type {typeof THEMES[number]} */ (value)),
  });
  const off = settings.on('theme', (now) => {
    for (const input of element.querySelectorAll('input')) input.checked = input.value === now;
  });
  signal.addEventListener('abort', off);
  return element;
}

function languages() {
  const now = language();
  return h('div', { class: 'select' }, icon('globe'),
    h('select', {
      'aria-label': t('home.settings_language'),
      onchange: (/** @type {Event} */ event) => settings.set('language', /** @type {HTMLSelectElement} */ (event.target).value),
    }, LANGUAGES.map(([code, name]) => h('option', { value: code, lang: code, selected: code === now }, name))),
    icon('chevron'));
}
