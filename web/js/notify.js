// Messages to this device when it is the player's turn. Loaded when somebody wants them, or looks at the settings.

import { api } from './api.js';
import { fileAddress, site } from './place.js';
import { isSameKey, isTelling, keyBytes, tellState } from './notify-state.js';
import { settings } from './store.js';
import { language } from './text.js';

// The service worker says a message in the language that it was registered with, also while no page is open.
// keys: notify.message_title notify.message_named notify.message_unnamed

// The service worker of a copy as plain files does not know what to show.
const isSupported = () => !site && 'Notification' in window && 'serviceWorker' in navigator;

/** The registered service worker; null if there is none yet. */
const registered = async () => (await navigator.serviceWorker.getRegistration()) ?? null;

/** The browser's subscription; null if there is none, or the browser knows no push service. */
async function subscription() {
  return (await (await registered())?.pushManager?.getSubscription().catch(() => null)) ?? null;
}

/** @returns {Promise<import('./notify-state.js').TellState>} */
export async function state() {
  if (!isSupported()) return 'unsupported';
  const isWanted = settings.get('tell');
  const isSubscribed = isWanted && (await subscription()) !== null;
  return tellState({ isSupported: true, permission: Notification.permission, isWanted, isSubscribed });
}

/** Switches messages on or off. Must be called by a click: the browser may ask for permission. */
export async function toggle() {
  if (isTelling(await state())) await switchOff();
  else await switchOn();
  return state();
}

async function switchOn() {
  if (!isSupported() || await Notification.requestPermission() !== 'granted') return;
  settings.set('tell', true);
  await navigator.serviceWorker.register(fileAddress(`sw.js?lang=${language()}`));
  await navigator.serviceWorker.ready;
  await refresh();
}

/** Also before this device forgets who it is. */
export async function switchOff() {
  settings.set('tell', false);
  if (!isSupported()) return;
  const now = await subscription();
  if (!now) return;
  // The server first: without the subscription its address is not known any more.
  await api.unsubscribe(now.endpoint);
  await now.unsubscribe();
}

/** Tells the server the subscription: it may have changed, and so may the identity of this device, or the server's key. */
export async function refresh() {
  if (!isSupported() || !settings.get('tell') || Notification.permission !== 'granted') return;
  const { is_on, public_key } = await api.push();
  const manager = (await registered())?.pushManager;
  if (!manager || !is_on || !public_key) return;
  const key = keyBytes(public_key);
  const old = await subscription();
  if (old && !isSameKey(old.options.applicationServerKey, key)) await old.unsubscribe();
  // Fails where the browser reaches no push service: then messages come while a page is open.
  const now = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
  if (now) await api.subscribe(now.toJSON());
}

/** Shows a message that it is the player's turn. @param {string} game @param {string | null} opponent */
export async function show(game, opponent) {
  if (!isSupported() || Notification.permission !== 'granted') return;
  (await registered())?.active?.postMessage({ type: 'turn', game, opponent });
}
