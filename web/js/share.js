// Sharing and copying.

import { h, toast } from './dom.js';
import { t } from './text.js';

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // An insecure origin has no clipboard API: use the old command.
    const field = h('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: '-1' }, text);
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(t('common.copied'));
}

/** Shares a link with the device's share dialog, else copies it. @param {string} path @param {string} title */
export async function share(path, title) {
  const url = new URL(path, location.href).href;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  if (isTouch && navigator.share) {
    try {
      await navigator.share({ url, title });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(url);
}
