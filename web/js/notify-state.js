/** What is known about messages on this device, and what follows from it. Without a browser, for tests. */

/**
 * @typedef {'unsupported' | 'refused' | 'asks' | 'off' | 'on' | 'page'} TellState
 *   `asks`: off, and the browser will ask for permission; `page`: on while a page is open
 */

/**
 * @param {{isSupported: boolean, permission: NotificationPermission, isWanted: boolean, isSubscribed: boolean}} facts
 * @returns {TellState}
 */
export function tellState({ isSupported, permission, isWanted, isSubscribed }) {
  if (!isSupported) return 'unsupported';
  if (permission === 'denied') return 'refused';
  // The person may have taken the permission back.
  if (permission === 'default') return 'asks';
  if (!isWanted) return 'off';
  return isSubscribed ? 'on' : 'page';
}

/** Whether messages are shown. @param {TellState} state */
export const isTelling = (state) => state === 'on' || state === 'page';

/** Whether a person can change the state. @param {TellState} state */
export const canTell = (state) => state !== 'unsupported' && state !== 'refused';

/** A key as the browser wants it. @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
export function keyBytes(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
}

/** Whether a subscription was made with this key. @param {ArrayBuffer | null | undefined} used @param {Uint8Array} key */
export function isSameKey(used, key) {
  const bytes = used ? new Uint8Array(used) : null;
  return bytes?.length === key.length && bytes.every((each, i) => each === key[i]);
}
