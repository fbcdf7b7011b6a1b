// The name of house rules, the link that shares them, and the button that plays them.

import { h, icon, toast } from '../dom.js';
import { chooseRules, cleanName, describeRules, forgetRules, LONGEST, ownName, rememberRules, rulesName } from '../house.js';
import { isPublished } from '../rules.js';
import { share } from '../share.js';
import { shareMenu } from '../share-menu.js';
import { settings } from '../store.js';
import { errorText, t } from '../text.js';

/** A link to house rules with the name that they were given, and who shares them. @param {string} id @param {string} name @param {string} by */
export function sharedPath(id, name, by) {
  // The part after # stays in the browser: the server never sees the names.
  const told = new URLSearchParams({ ...(name && !isPublished(id) && { name }), ...(by && { by }) }).toString();
  return `/rules/${id}${told && `#${told}`}`;
}

export function naming() {
  let id = 'bonus';
  const input = h('input', { id: 'house-name', type: 'text', maxlength: LONGEST, autocomplete: 'off', spellcheck: 'false', onchange: () => remember() });
  const field = h('div', { class: 'field' }, h('label', { for: 'house-name' }, t('house.name')), input);
  const forget = h('button', { class: 'button quiet small house-forget', type: 'button', onclick: () => {
    forgetRules(id);
    set(id, '');
    input.focus();
  } }, t('house.forget'));
  const plays = [playButton(t('house.play')), playButton(t('home.play'))];
  const [play, barPlay] = plays;

  const chosenName = () => cleanName(input.value) || describeRules(id);

  /** Keeps the rules under the name in the field. */
  function remember() {
    if (isPublished(id)) return;
    input.value = chosenName();
    rememberRules(id, input.value);
    forget.hidden = false;
  }

  /** @param {string} text */
  function playButton(text) {
    return h('button', { class: 'button ink house-play', type: 'button', onclick: async () => {
      remember();
      chooseRules(id);
      for (const each of plays) each.disabled = true;
      try {
        const { startGame } = await import('../home/page.js');
        await startGame('computer');
      } catch (error) {
        toast(errorText(error));
      }
      for (const each of plays) each.disabled = false;
    } }, icon('play'), text);
  }

  async function shareLink() {
    remember();
    await share(sharedPath(id, isPublished(id) ? '' : chosenName(), settings.get('name')), t('house.title'));
  }

  const sharing = shareMenu({ look: 'button', isWorded: true, link: shareLink, what: () => ({ rules: id }) });

  /** @param {string} next @param {string} shared the name in a shared link */
  function set(next, shared) {
    id = next;
    field.hidden = isPublished(next);
    input.value = shared || (isPublished(next) ? rulesName(next) : ownName(next) ?? describeRules(next));
    forget.hidden = isPublished(next) || ownName(next) === null;
  }

  return {
    element: h('section', { class: 'card house-name', 'aria-label': t('house.name_and_play') }, field,
      h('div', { class: 'house-buttons' },
        sharing.button, sharing.menu, play), forget),
    /** For the bar of a phone. */
    play: barPlay,
    set,
  };
}
