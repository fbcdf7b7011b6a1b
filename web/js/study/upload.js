// Reviewing a record: pasted, chosen as a file, or dropped.

import { api, ApiError } from '../api.js';
import { h, icon, replace } from '../dom.js';
import { rulesName } from '../house.js';
import { title } from '../router.js';
import { errorText, t } from '../text.js';
import { headBar, headlineOf, prepare, reasonOf } from './frame.js';
import { nameOf } from './kept-tries.js';
import { recordTries } from './notes-text.js';
import { offendingLine, tagsOf, ungraded } from './record-model.js';
import { reviewView } from './review-view.js';

/** @typedef {import('./review-model.js').Review} Review */

/** The limit of the server; no game is that long. */
const MOST = 60_000;

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { signal }) {
  await prepare();
  /** @type {{leave(): void}|null} */
  let view = null;
  // The history entry stores the record, so that it survives a reload, going back and a change of language.
  let text = String(history.state?.record ?? '');
  /** @type {AbortController} */
  let shown = new AbortController();

  /** @param {string} record */
  async function review(record) {
    text = record;
    const found = await reviewOf(record);
    if (signal.aborted) return;
    const isSame = history.state?.record === record;
    history.replaceState(isSame ? history.state : { record }, '', location.href);
    shown = new AbortController();
    const tags = tagsOf(record);
    const names = { black: tags['black'] || t('common.side_black'), red: tags['red'] || t('common.side_red') };
    view = reviewView(root, {
      ...found, you: [], names, game: gameName(found.review), link: null, record: async () => record, given: recordTries(record), at: null, more: null,
      head: (tools) => headOf(found.review, tags['date'], names, form, tools), signal: AbortSignal.any([signal, shown.signal]),
    });
  }

  function form() {
    view?.leave();
    view = null;
    shown.abort();
    title(t('study.upload'));
    history.replaceState(null, '', location.href);
    replace(root, uploadForm(text, review));
  }
  if (text === '') form();
  else await review(text).catch(form);
  return { leave: () => view?.leave() };
}

/** @param {string} record @returns {Promise<{review: Review, graded: boolean}>} */
async function reviewOf(record) {
  try {
    return { review: await api.reviewRecord(record), graded: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_solved') throw error;
    return { review: ungraded(record), graded: false };
  }
}

/** The same turns keep the same tries and comments. @param {Review} review */
const gameName = ({ rules, start, turns }) => nameOf([rules, start.position, ...turns.map(({ turn }) => turn)].join('|'));

/**
 * @param {string} text
 * @param {(record: string) => Promise<void>} onRecord
 */
function uploadForm(text, onRecord) {
  const trouble = h('div', { role: 'alert', class: 'study-trouble' });
  const field = h('textarea', { id: 'study-record', class: 'field study-record', rows: 14, spellcheck: 'false', autocomplete: 'off', placeholder: SAMPLE });
  field.value = text;
  const button = h('button', { class: 'button ink', type: 'submit' }, t('study.review_it'));
  const file = h('input', { type: 'file', id: 'study-file', class: 'unseen', accept: '.linja,.txt,text/plain' });
  file.addEventListener('change', () => take(file.files?.[0]));

  /** @param {File|undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    if (chosen.size > MOST) {
      complain(t('study.too_large'));
      return;
    }
    field.value = await chosen.text();
    file.value = '';
    await submit();
  }

  async function submit() {
    replace(trouble);
    if (field.value.trim() === '') {
      complain(t('study.nothing_to_review'));
      field.focus();
      return;
    }
    if (field.value.length > MOST) {
      complain(t('study.too_large'));
      return;
    }
    button.disabled = true;
    try {
      await onRecord(field.value);
    } catch (error) {
      const isRecord = error instanceof ApiError && error.code === 'invalid_record';
      if (isRecord) complain(t('study.record_unreadable'), error);
      else complain(errorText(error));
    }
    button.disabled = false;
  }

  /** @param {string} sentence @param {ApiError} [error] the server's reason */
  function complain(sentence, error) {
    const line = offendingLine(field.value, error?.told);
    replace(trouble, h('div', { class: 'banner study-banner' }, icon('close'), h('div', null, h('strong', null, sentence),
      error && h('p', { lang: error.language }, error.detail),
      line && h('pre', { class: 'study-wrong-line' }, `${line.line}  ${line.text}`))));
  }

  const drop = h('form', { class: 'study-upload', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    submit();
  } },
  h('h1', null, t('study.upload')),
  h('p', null, t('study.upload_more')),
  trouble,
  h('label', { for: 'study-record', class: 'study-label' }, t('study.record_text')),
  field,
  h('div', { class: 'study-buttons' }, button, file, h('label', { for: 'study-file', class: 'button' }, icon('upload'), t('study.choose_file')),
    h('span', { class: 'study-hint' }, t('study.or_drop'))));
  const over = (/** @type {boolean} */ isOver) => drop.classList.toggle('over', isOver);
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  drop.addEventListener('dragleave', () => over(false));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    const dropped = event.dataTransfer?.files[0];
    if (dropped) take(dropped);
    else field.value = event.dataTransfer?.getData('text/plain') ?? field.value;
  });
  return drop;
}

const SAMPLE = '[Rules "bonus"]\n[First "black"]\n\n1. cd fh +ef | ed da +de\n2. ab fh +de | ed ba +cd';

/**
 * Names come from the record, and are shown as text.
 * @param {Review} review
 * @param {string|undefined} date
 * @param {{black: string, red: string}} players
 * @param {() => void} onAnother
 * @param {{share: HTMLElement, more: HTMLElement[]}} tools
 */
function headOf(review, date, players, onAnother, tools) {
  const headline = headlineOf(review, []);
  title(headline);
  const names = t('study.against', players);
  return h('header', { class: 'study-head' },
    headBar(headline, h('button', { type: 'button', 'aria-label': t('study.another_record'), onclick: onAnother }, icon('back')),
      h('button', { type: 'button', 'aria-label': t('common.share'), onclick: () => tools.share.click() }, icon('share'))),
    h('p', { class: 'study-names' }, [rulesName(review.rules), names, date, reasonOf(review, players)].filter(Boolean).join(' · ')),
    h('div', { class: 'study-buttons' }, h('button', { class: 'button study-another', type: 'button', title: t('study.another_record'), onclick: onAnother }, icon('upload'), h('span', null, t('study.another_record'))), tools.share, tools.more));
}
