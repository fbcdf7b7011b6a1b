/** The open seat: a link for a friend that works on other devices, or the challenge in the lobby. */
import { api } from '../api.js';
import { h, icon, replace, s, toast } from '../dom.js';
import { linkOf } from '../place.js';
import { qrPath } from '../qr.js';
import { rich, t } from '../text.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./over.js').Send} Send */

/** Shares a link with the device's share dialog, else copies it. @param {string} title @param {string} url */
export async function share(title, url) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return;
    }
  }
  await copy(url);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('common.copied'));
  } catch {
    // An insecure origin has no clipboard: select the field, so that the player can copy it.
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector('.game-link'));
    field?.select();
    toast(t(document.execCommand('copy') ? 'common.copied' : 'game.copy_by_hand'));
  }
}

/** Whether only this machine can open a host name. @param {string} host */
const isLoopback = (host) => host === 'localhost' || host === '[::1]' || /^127\./.test(host);

/** @param {Session} state @param {Send} send */
export function waiting(state, send) {
  const { invitation } = state;
  const withdraw = h('button', { class: 'button quiet', type: 'button', onclick: () => send({ type: 'withdraw' }) }, t('game.withdraw'));
  if (invitation) return invitationCard(invitation.path, withdraw);
  const what = state.game.opponent.type === 'invitation' ? ['game.invitation_title', 'game.invitation_elsewhere'] : ['game.challenge_title', 'game.challenge_text'];
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t(what[0])), h('p', { class: 'second' }, t(what[1])),
    h('div', { class: 'game-slot-buttons' }, withdraw));
}

/** @param {string} path @param {HTMLElement} withdraw */
function invitationCard(path, withdraw) {
  let link = linkOf(path);
  const field = h('input', { class: 'field game-link', type: 'text', readonly: true, 'aria-label': t('game.invitation_link'), onfocus: () => field.select() });
  const picture = h('div', { class: 'game-qr' });
  const note = h('p', { class: 'second game-link-note', role: 'status' });

  /** @param {string} url @param {boolean} isForOthers */
  function show(url, isForOthers) {
    link = url;
    field.value = url;
    const code = isForOthers ? qrPath(url) : null;
    // Dark on light in every theme, as readers expect it.
    replace(picture, code && s('svg', { viewBox: `0 0 ${code.size} ${code.size}`, role: 'img', 'aria-label': t('game.qr_label'), 'shape-rendering': 'crispEdges' },
      s('rect', { width: code.size, height: code.size, fill: '#fff' }), s('path', { d: code.path, fill: '#000' })));
  }

  /** The address of a page on the same machine is one that no other device can open. */
  async function findAddress() {
    const network = await api.network().catch(() => null);
    if (network?.reachable && network.address) {
      const url = new URL(link);
      url.hostname = network.address;
      show(url.href, true);
      replace(note, t('game.invitation_network'));
    } else replace(note, ...rich('game.invitation_local', { command: h('code', null, `linja serve --bind 0.0.0.0:${location.port || '80'}`) }));
  }

  const isForOthers = !isLoopback(location.hostname);
  show(link, isForOthers);
  if (!isForOthers) findAddress();
  return h('section', { class: 'game-slot game-invitation card' }, h('h2', { tabindex: -1 }, t('game.invitation_title')), h('p', { class: 'second' }, t('game.invitation_text')), field, note, picture,
    h('div', { class: 'game-slot-buttons' },
      h('button', { class: 'button ink', type: 'button', onclick: () => copy(link) }, icon('copy'), t('common.copy_link')),
      'share' in navigator && h('button', { class: 'button', type: 'button', onclick: () => share(t('game.invitation_title'), link) }, icon('share'), t('common.share')),
      withdraw));
}
