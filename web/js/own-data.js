// What belongs to this player: all games in one file, other devices, deletion. Part of the page of all games.

import { api, ApiError, newId } from './api.js';
import { dialog, h, icon, replace, toast } from './dom.js';
import { whyNot } from './needs.js';
import { offline } from './network.js';
import { address, hrefOf, server, site } from './place.js';
import { save, share } from './share.js';
import { forgetAll, forgetOwnGames, settings } from './store.js';
import { date, errorText, rich, sentence, t } from './text.js';

/**
 * @param {{code: string, hasGames: () => boolean, reload: () => Promise<void>}} options `code`: from the link that another
 *   device made; `reload` shows the games of the identity that this device has now
 */
export function ownData({ code, hasGames, reload }) {
  const place = h('div', { class: 'own-code', 'aria-live': 'polite' });

  async function makeCode() {
    const made = await repeated((id) => api.issueCode(id));
    const time = date(new Date(made.expires_at), { timeStyle: 'short' });
    replace(place,
      h('p', { class: 'own-code-label' }, t('privacy.code_title')),
      h('output', { class: 'own-code-text', translate: 'no' }, made.code),
      h('p', null, t('privacy.code_how')), h('p', null, t('privacy.code_secret', { time })),
      h('button', { class: 'button small', type: 'button', onclick: () => share(made.path, t('privacy.move_title')) }, icon('share'), t('common.share')));
  }

  const field = h('input', {
    type: 'text', value: code, maxlength: 40, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', required: true,
    placeholder: '····-····-····',
  });

  /** Asks first: a link must not move anybody without a question, nor take games away. */
  async function useCode() {
    if (hasGames() && !await isSure('use')) return;
    await repeated((id) => api.redeemCode(id, field.value));
    forgetOwnGames();
    await (await import('./kept/answer.js')).forget(false);
    field.value = '';
    history.replaceState(history.state, '', hrefOf(address().pathname + address().search));
    await subscribeAgain();
    await reload();
    toast(t('privacy.use_done'));
  }

  async function signOut() {
    await repeated((id) => api.signOut(id));
    await subscribeAgain();
    replace(place);
    toast(t('privacy.sign_out_done'));
  }

  async function remove() {
    if (!await isSure('delete')) return;
    if (settings.get('tell')) await (await import('./notify.js')).switchOff();
    await api.deleteIdentity();
    await (await import('./kept/answer.js')).forget(true);
    forgetAll();
    await dialog({ title: t('privacy.delete_done'), buttons: [{ value: '', label: t('common.close') }] });
    // The document gives this browser a new identity.
    location.assign(hrefOf('/'));
    // A fragment alone loads nothing.
    if (site) location.reload();
  }

  const uses = h('form', {
    class: 'own-use',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      during(/** @type {HTMLButtonElement} */ (uses.querySelector('button')), useCode);
    },
  }, h('label', { class: 'field' }, h('span', null, t('privacy.use_field')), field),
    h('button', { class: code ? 'button ink' : 'button' }, t('privacy.use_button')));
  const section = h('section', { class: 'card settings own-data', 'aria-labelledby': 'own-data' },
    h('h2', { id: 'own-data' }, t('privacy.data_title')),
    offline.get() && h('p', { class: 'pages-line' }, h('b', null, sentence(whyNot()))),
    h('p', { class: 'pages-line' }, rich('privacy.data_line', { link: h('a', { href: '/privacy' }, t('privacy.privacy_link')) })),
    row('use', uses),
    row('move', button('move', makeCode), place),
    row('export', h('div', { class: 'own-buttons' }, download('records'), download('json'))),
    row('sign_out', button('sign_out', signOut)),
    row('delete', button('delete', remove)));
  if (code) {
    // After the list is shown.
    setTimeout(() => {
      section.scrollIntoView();
      field.focus();
    });
  }
  return section;
}

/** Messages go to whom this device belongs to now. */
async function subscribeAgain() {
  if (settings.get('tell')) await (await import('./notify.js')).refresh();
}

// keys: privacy.*_title privacy.*_line privacy.*_button privacy.*_ask_title privacy.*_ask_text privacy.export_*

/** @param {string} name @param {...import('./dom.js').Child} content */
function row(name, ...content) {
  return h('div', { class: 'settings-row' },
    h('div', { class: 'settings-words' }, h('b', null, t(`privacy.${name}_title`)), h('span', null, t(`privacy.${name}_line`))), content);
}

/** @param {'move' | 'sign_out' | 'delete'} name @param {() => Promise<void>} action */
function button(name, action) {
  const element = h('button', { class: 'button', type: 'button', onclick: () => during(element, action) }, t(`privacy.${name}_button`));
  return element;
}

/** @param {'records' | 'json'} format */
function download(format) {
  const words = [icon('download'), t(`privacy.export_${format}`)];
  if (server === '') return h('a', { class: 'button', href: `/api/v1/identity/games?format=${format}`, download: '' }, words);
  // A link sends no token.
  const element = h('button', { class: 'button', type: 'button', onclick: () => during(element, async () => save(await api.ownGames(format), `linja-games.${format === 'json' ? 'json' : 'linja'}`)) }, words);
  return element;
}

/** Runs an action, once at a time; shows why it failed. @param {HTMLButtonElement} element @param {() => Promise<void>} action */
async function during(element, action) {
  element.disabled = true;
  try {
    await action();
  } catch (error) {
    toast(errorText(error));
  }
  element.disabled = false;
}

/** @param {'use' | 'delete'} name @returns {Promise<boolean>} */
async function isSure(name) {
  const answer = await dialog({
    title: t(`privacy.${name}_ask_title`), body: t(`privacy.${name}_ask_text`),
    buttons: [{ value: 'yes', label: t(`privacy.${name}_button`), ink: true }, { value: '', label: t('privacy.cancel') }],
  });
  return answer === 'yes';
}

/**
 * Sends a command once more if its response was lost. The same id has the same result.
 * @template T
 * @param {(id: string) => Promise<T>} command
 * @returns {Promise<T>}
 */
async function repeated(command) {
  const id = newId();
  try {
    return await command(id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return command(id);
  }
}
