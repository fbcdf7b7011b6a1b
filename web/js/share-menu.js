// The menu that shares a page: its link, and its picture in both formats.

import { h, icon } from './dom.js';
import { menuButton } from './menu.js';
import { sharePicture } from './share.js';
import { t } from './text.js';

/**
 * @param {object} wishes
 * @param {string} wishes.look the classes of the button
 * @param {boolean} [wishes.isWorded] whether the button has a word beside its icon
 * @param {() => unknown} wishes.link shares the link
 * @param {() => import('./share-links.js').Shared} wishes.what what the picture shows
 */
export function shareMenu({ look, isWorded = false, link, what }) {
  const item = (/** @type {string} */ label, /** @type {Parameters<typeof icon>[0]} */ picture, /** @type {() => unknown} */ act) =>
    h('button', { type: 'button', onclick: () => { act(); } }, label, icon(picture));
  return menuButton({ label: t('common.share'), picture: 'share', look, word: isWorded ? h('span', null, t('common.share')) : null }, [
    item(t('common.share_link'), 'link', link),
    item(t('common.picture'), 'download', () => sharePicture(what())),
    item(t('common.picture_svg'), 'download', () => sharePicture(what(), 'svg')),
  ]);
}
