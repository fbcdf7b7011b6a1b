// Sharing and copying.

import { api } from './api.js';
import { dialog, h, toast } from './dom.js';
import { linkOf, server } from './place.js';
import { embedCode, embedPath, pictureName, picturePath } from './share-links.js';
import { errorText, loadPart, t } from './text.js';

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
  const url = linkOf(path);
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

/**
 * Sends a picture by the device's share dialog, else saves it as a file.
 * @param {import('./share-links.js').Shared} what
 * @param {import('./share-links.js').Kind} [kind]
 */
export async function sharePicture(what, kind = 'png') {
  const name = pictureName(what, kind);
  try {
    const blob = await api.picture(picturePath(what, document.documentElement.lang, kind));
    const file = new File([blob], name, { type: blob.type });
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (isTouch && navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
    else save(blob, name);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast(errorText(error));
  }
}

/** Saves a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Shows the code that embeds a board. @param {import('./share-links.js').Played} what */
export async function showEmbed(what) {
  if (server === null) return toast(t('common.error_no_server'));
  await loadPart('share');
  const code = embedCode(new URL((server ?? '') + embedPath(what, document.documentElement.lang), location.href).href, t('share.board'));
  const field = h('textarea', { class: 'share-code', id: 'share-code', rows: 5, readonly: true, spellcheck: 'false', 'aria-label': t('share.embed_title') }, code);
  const chosen = await dialog({
    title: t('share.embed_title'),
    body: [h('p', null, t('share.embed_line')), field],
    buttons: [{ value: 'copy', label: t('share.embed_copy'), ink: true }],
  });
  return chosen === 'copy' ? copy(code) : undefined;
}
