// Sharing a review: a link to the game at a turn, or the record, with or without the own tries and comments.

import { dialog, h, icon, toast } from '../dom.js';
import { parse, writeAddress } from '../position.js';
import { share, sharePicture, showEmbed } from '../share.js';
import { errorText, t } from '../text.js';
import { packTries } from './link-tries.js';
import { withTries } from './notes-text.js';
import { isEmpty, NONE } from './tries.js';

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
  const chosen = await dialog({
    title: t('study.share_title'),
    body: h('div', { class: 'study-share-body' },
      link && h('p', null, turn ? t('study.share_line', { number: turn.number }) : t('study.share_line_end')),
      h('label', { class: 'toggle' }, own, h('span', null, t('study.share_own'))),
      h('p', { class: 'study-share-hint' }, icon('lock'), isEmpty(tries) ? t('study.share_nothing') : t('study.share_private'))),
    buttons: [...(link ? [{ value: 'link', label: t('study.share_link'), ink: true }] : []), { value: 'record', label: t('study.share_record'), ink: !link },
      { value: 'picture', label: t('common.picture') }, { value: 'embed', label: t('common.embed') }],
  });
  const shared = own.checked ? tries : NONE;
  if (chosen === 'link' && link) await shareLink(link, at, shared);
  if (chosen === 'record') await saveRecord(record, shared);
  if (chosen === 'picture') await sharePicture(what(review, at, link));
  if (chosen === 'embed') await showEmbed(what(review, at, link));
}

/**
 * What a picture shows: the game, or the position at the turn if the game is not one of the server's.
 * @param {import('./review-model.js').Review} review
 * @param {number} at
 * @param {string|null} link
 * @returns {import('../share-links.js').Shared}
 */
function what(review, at, link) {
  const game = link?.match(/^\/game\/([^/?]+)/)?.[1];
  if (game) return { game: decodeURIComponent(game) };
  return { rules: review.rules, position: writeAddress(parse(review.turns[at]?.after ?? review.start.position)) };
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
