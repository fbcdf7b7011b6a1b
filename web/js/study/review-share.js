// Sharing a review: a link to the game at a turn, or the record, with or without the own tries and comments.

import { dialog, h, icon, toast } from '../dom.js';
import { parse, writeAddress } from '../position.js';
import { share, sharePicture, showEmbed } from '../share.js';
import { errorText, t } from '../text.js';
import { packTries } from './link-tries.js';
import { withTries } from './notes-text.js';
import { isEmpty, NONE, spotAt } from './tries.js';

/**
 * @param {object} what
 * @param {import('./review-model.js').Review} what.review
 * @param {number} what.at
 * @param {import('./tries.js').Tries} what.tries
 * @param {string|null} what.link
 * @param {() => Promise<string>} what.record
 */
export async function shareReview({ review, at, tries, link, record }) {
  const own = h('input', { type: 'checkbox', role: 'switch', disabled: isEmpty(tries) });
  const turn = review.turns[at];
  const game = sharedGame(link);
  const chosen = await dialog({
    title: t('study.share_title'),
    body: h('div', { class: 'study-share-body' },
      link && h('p', null, turn ? t('study.share_line', { number: turn.number }) : t('study.share_line_end')),
      h('label', { class: 'toggle' }, own, h('span', null, t('study.share_own'))),
      h('p', { class: 'study-share-hint' }, icon('lock'), isEmpty(tries) ? t('study.share_nothing') : t('study.share_private')),
      spotAt(tries, review.turns.length).next.length > 0 && h('p', { class: 'study-share-hint' }, icon('record'), `${t('study.share_no_place')} ${link ? t('study.share_link_keeps') : ''}`.trim())),
    buttons: [...(link ? [{ value: 'link', label: t('common.share_link'), ink: true }] : []), { value: 'record', label: t('study.share_record'), ink: !link },
      ...(link ? [{ value: 'picture', label: t('study.share_picture_game') }] : []),
      ...(game ? [{ value: 'animation', label: t('common.animation') }] : []),
      ...(link && !turn ? [] : [{ value: 'position', label: t('study.share_picture_position') }]), { value: 'embed', label: t('common.embed') }],
  });
  const shared = own.checked ? tries : NONE;
  if (chosen === 'link' && link) await shareLink(link, at, shared);
  if (chosen === 'record') await saveRecord(record, shared);
  const position = shownPosition(review, at);
  if (chosen === 'picture') await sharePicture(game ?? position);
  if (chosen === 'animation' && game) await sharePicture(game, 'gif');
  if (chosen === 'position') await sharePicture(position);
  if (chosen === 'embed') await showEmbed(game ?? position);
}

/** The game, if it is one of the server's. @param {string|null} link @returns {{game: string}|null} */
function sharedGame(link) {
  const id = link?.match(/^\/game\/([^/?]+)/)?.[1];
  return id ? { game: decodeURIComponent(id) } : null;
}

/**
 * The position on the board: before a turn, or at the end.
 * @param {import('./review-model.js').Review} review
 * @param {number} at
 * @returns {{rules: string, position: string}}
 */
function shownPosition(review, at) {
  const before = review.turns[Math.min(at, review.turns.length) - 1]?.after ?? review.start.position;
  return { rules: review.rules, position: writeAddress(parse(before)) };
}

/** @param {string} link @param {number} at @param {import('./tries.js').Tries} tries */
async function shareLink(link, at, tries) {
  const packed = isEmpty(tries) ? '' : await packTries(tries);
  if (packed === null) {
    toast(t('study.share_too_long'));
    return;
  }
  const path = `${link}${link.includes('?') ? '&' : '?'}turn=${at + 1}`;
  await share(packed ? `${path}#tries=${packed}` : path, t('study.review'));
}

/** @param {() => Promise<string>} record @param {import('./tries.js').Tries} tries */
async function saveRecord(record, tries) {
  try {
    const address = URL.createObjectURL(new Blob([withTries(await record(), tries)], { type: 'text/plain' }));
    h('a', { href: address, download: 'linja-game.linja' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    toast(errorText(error));
  }
}
