// The view of the explorer: board with steppers, verdict, list of turns, notation, sharing.

import { board } from '../board/board.js';
import { h, icon, replace, toast } from '../dom.js';
import { rulesName } from '../house.js';
import { START, write, writeAddress } from '../position.js';
import { copy, share, sharePicture, showEmbed } from '../share.js';
import { errorText, rich, sideName, t } from '../text.js';
import { rulesControl, sideControl } from './controls.js';
import { editor } from './editor.js';
import { addressOf, cleared, readPasted } from './editor-model.js';
import { notation } from './frame.js';
import { tabsOf } from './tabs.js';
import { turnTable } from './turn-table.js';
import { arrowsOf, goingOn } from './values.js';
import { estimatedVerdict, exactVerdict, failedVerdict, overVerdict, wrongVerdict } from './verdict.js';

/** @typedef {import('./explorer.js').State} State */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('./values.js').Line} Line */
/**
 * @typedef {object} Actions
 * @property {(position: Position) => void} edit
 * @property {(rules: string) => void} useRules
 * @property {(line: Line) => void} choose
 * @property {(line: Line) => void} follow
 * @property {(action: string) => void} act
 * @property {() => void} undo
 * @property {() => void} finish
 * @property {() => Promise<void>} playFromHere
 */

const TABS = /** @type {const} */ (['turns', 'edit', 'share']);

/** What is shared. @param {State} state */
const sharedOf = ({ rules, position }) => ({ rules, position: writeAddress(position) });

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function explorerView(root, actions) {
  const narrow = matchMedia('(max-width: 43.74em)');
  /** @type {Side} */
  let view = 'black';
  /** @type {State|null} */
  let state = null;
  /** @type {import('./explorer.js').Model|null} */
  let listed = null;
  let listedBegun = '';
  /** @type {unknown} */
  let said;
  let saidBegun = '';

  const shown = board({
    rules: 'bonus', view, interactive: true, sides: ['black', 'red'], label: t('study.board_label'), edges: 'steppers', pageKeys: true,
    onAction: actions.act,
    onKey: (/** @type {string} */ name) => {
      if (name === 'undo') actions.undo();
      if (name === 'finish') actions.finish();
      if (name === 'flip') flip();
    },
  });
  const rules = rulesControl(actions.useRules);
  const side = sideControl((next) => state && actions.edit({ ...state.position, side: next }));
  const steppers = editor(actions.edit);
  const followPlace = h('span', { class: 'study-follow' });
  const table = turnTable({ onChoose: actions.choose, onFollow: actions.follow, isPhone: () => narrow.matches, follow: followPlace });
  const verdict = h('div', { class: 'study-verdict-place', 'aria-live': 'polite' });
  const doing = h('div', { class: 'study-doing' });
  const phoneLine = h('span');
  const phoneTop = h('div', { class: 'study-top' },
    h('button', { class: 'study-top-button', type: 'button', popovertarget: 'header-menu', 'aria-label': t('common.menu') }, icon('menu')),
    h('p', null, h('strong', null, t('study.explorer')), phoneLine),
    h('a', { class: 'study-top-button', href: '/settings', 'aria-label': t('common.settings') }, icon('gear')));
  const trail = h('nav', { class: 'study-trail', 'aria-label': t('study.line_so_far') });
  const field = h('input', { id: 'study-position', class: 'study-position-field', type: 'text', spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'study-position-wrong' });
  const wrong = h('div', { id: 'study-position-wrong', class: 'study-position-wrong', role: 'alert' });
  const playButton = h('button', { class: 'button small study-play', type: 'button', onclick: () => playFromHere() }, icon('play'), t('study.play_from_here'));

  async function playFromHere() {
    playButton.disabled = true;
    try {
      await actions.playFromHere();
    } catch (error) {
      toast(errorText(error));
    }
    playButton.disabled = false;
  }

  function flip() {
    view = view === 'black' ? 'red' : 'black';
    if (state) render(state);
  }

  function readField() {
    const read = readPasted(field.value);
    wrong.textContent = read ? '' : t('study.cannot_read');
    field.setAttribute('aria-invalid', String(!read));
    if (!read || !state) return;
    if (read.rules && read.rules !== state.rules) actions.useRules(read.rules);
    actions.edit(read.position);
    field.value = write(read.position);
  }
  field.addEventListener('change', readField);
  field.addEventListener('paste', () => setTimeout(readField));
  field.addEventListener('focus', () => field.select());

  const tools = h('div', { class: 'study-tools' },
    h('button', { class: 'button small', type: 'button', onclick: () => actions.edit(START) }, t('study.start_position')),
    h('button', { class: 'button small', type: 'button', onclick: () => state && actions.edit(cleared(state.position)) }, t('study.clear')),
    h('button', { class: 'button small', type: 'button', onclick: flip }, icon('flip'), t('study.flip')));
  const sharing = h('div', { class: 'study-share' },
    h('div', { class: 'study-share-field' },
      h('label', { for: 'study-position', class: 'unseen' }, t('study.position')), field,
      h('button', { class: 'button quiet small', type: 'button', onclick: () => copy(field.value) }, icon('copy'), t('study.copy')),
      h('button', { class: 'button small', type: 'button', onclick: () => state && share(addressOf(state.rules, state.position), t('study.explorer')) },
        icon('link'), t('common.share_link')),
      h('button', { class: 'button quiet small', type: 'button', onclick: () => state && sharePicture(sharedOf(state)) }, icon('download'), t('common.picture')),
      h('button', { class: 'button quiet small', type: 'button', onclick: () => state && sharePicture(sharedOf(state), 'svg') }, icon('download'), t('common.picture_svg')),
      h('button', { class: 'button quiet small', type: 'button', onclick: () => state && showEmbed(sharedOf(state)) }, icon('copy'), t('common.embed'))),
    wrong);
  const controls = h('div', { class: 'study-controls' }, rules.element, side.element);
  const counts = h('div', { class: 'study-counts' }, steppers.counts.black, steppers.counts.red);
  const tabs = tabsOf(TABS, (name) => t(`study.tab_${name}`), t('study.explorer'));
  const page = h('div', { class: 'study study-explorer' });
  replace(root, page);

  /** Arranges the panels: side by side on wide screens, else tabs below the board. @param {boolean} isNarrow */
  function arrange(isNarrow) {
    page.classList.toggle('narrow', isNarrow);
    if (isNarrow) {
      tabs.fill({
        turns: [trail, doing, table.element],
        edit: [counts, h('div', { class: 'study-stepper-columns' }, steppers.columns.black, steppers.columns.red), controls, tools],
        share: [sharing, playButton],
      });
      replace(page, phoneTop, h('div', { class: 'study-board' }, shown.element), verdict, tabs.element);
    } else {
      replace(page,
        h('div', { class: 'study-left' }, counts, h('div', { class: 'study-board' }, shown.element, steppers.columns.black, steppers.columns.red),
          h('div', { class: 'study-under' }, tools, playButton)),
        h('div', { class: 'study-right' }, controls, verdict, trail, table.element, doing, sharing));
    }
    if (state) render(state);
  }
  const onNarrow = () => arrange(narrow.matches);
  narrow.addEventListener('change', onNarrow);
  arrange(narrow.matches);

  /** @param {State} next */
  function render(next) {
    const before = state;
    state = next;
    const { position, turn, chosen, model, violations } = next;
    const isBuilding = Boolean(turn && turn.actions.length > 0);
    rules.set(next.rules);
    side.set(position.side);
    phoneLine.textContent = t('study.explorer_line', { rules: rulesName(next.rules), side: sideName(position.side) });
    steppers.set(position, view);
    page.classList.toggle('building', isBuilding);
    const arrows = chosen && !isBuilding ? arrowsOf(chosen.turn, position.side) : [];
    const edges = narrow.matches ? 'none' : 'steppers';
    shown.set({ position: turn?.position ?? position, turn, arrows, rules: next.rules, view, edges }, { animate: before !== null });
    if (document.activeElement !== field) field.value = write(position);
    const isWaiting = !model && violations.length === 0 && !next.trouble;
    page.setAttribute('aria-busy', String(isWaiting));
    renderList(next);
    replace(doing, violations.length === 0 ? doingText(next, actions) : null);
    replace(followPlace, isBuilding || !chosen || chosen.over ? null : followButton(chosen, actions));
    renderTrail(next);
    // The old values stay, dimmed, until the new ones arrive, so that the layout does not shift.
    const reason = violations.length > 0 ? violations : next.trouble ?? model;
    const begun = begunOf(next);
    if ((reason !== said || begun !== saidBegun) && (!isWaiting || said === undefined || before?.violations.length)) {
      said = reason;
      saidBegun = begun;
      replace(verdict, verdictOf({ ...next, model: model && goingOn(model, begun) }));
    }
    playButton.disabled = violations.length > 0 || next.over !== null;
  }

  /** Filters the list by the actions played on the board. @param {State} next */
  function renderList({ model, turn, chosen, violations, trouble }) {
    const isHidden = violations.length > 0 || trouble !== null || (model !== null && model.lines.length === 0);
    table.element.hidden = isHidden;
    if (isHidden || !model) {
      if (isHidden) listed = null;
      return;
    }
    const begun = begunOf({ turn });
    if (model === listed && begun === listedBegun) return;
    listed = model;
    listedBegun = begun;
    table.set(goingOn(model, begun).lines, model.zero, chosen?.turn ?? null);
  }

  /** @param {State} next */
  function renderTrail({ trail: { turns, addresses, at }, hasReview }) {
    trail.hidden = turns.length === 0 && !hasReview;
    replace(trail, h('button', { class: 'button quiet small', type: 'button', disabled: at === 0 && !hasReview, 'aria-label': t('common.back'), onclick: () => history.back() },
      icon('back'), hasReview && at === 0 && h('span', null, t('study.to_review'))),
      h('ol', null, turns.map((turn, i) => h('li', null,
        h('a', { href: addresses[i + 1], 'aria-current': i + 1 === at ? 'true' : null }, notation(turn))))));
  }

  return {
    render,
    destroy() {
      narrow.removeEventListener('change', onNarrow);
      table.destroy();
      shown.destroy();
    },
  };
}

/** The notation of the actions played on the board so far. @param {Pick<State, 'turn'>} state */
const begunOf = ({ turn }) => (turn && turn.actions.length > 0 ? turn.notation : '');

/** @param {State} state */
function verdictOf({ rules, position, violations, model, over, trouble, known }) {
  const unknown = !known && h('div', { class: 'banner study-banner', role: 'alert' }, icon('close'), h('div', null, h('strong', null, t('study.bad_address')), h('p', null, t('study.bad_address_more'))));
  if (violations.length > 0) return [unknown, wrongVerdict(violations)];
  if (trouble !== null) return [unknown, failedVerdict(trouble)];
  if (over) return [unknown, overVerdict(over)];
  if (!model?.best) return [unknown, h('p', { class: 'study-wait' }, t('study.loading'))];
  return [unknown, model.exact
    ? exactVerdict(position.side, model.best.value, model.counts)
    : estimatedVerdict(rules, position.side, model.best.value)];
}

/**
 * Text and buttons for the turn being built, or for a chosen line that ends the game.
 * @param {State} state
 * @param {Actions} actions
 */
function doingText({ turn, chosen }, actions) {
  if (turn && turn.actions.length > 0) {
    const canFinish = turn.canFinish && !chosen?.over;
    return [
      h('span', null, chosen?.over ? rich('study.ends_game', { turn: notation(turn.notation) }) : rich('study.playing', { turn: notation(turn.notation) })),
      h('button', { class: 'button small', type: 'button', onclick: actions.undo }, icon('undo'), t('study.undo')),
      canFinish && h('button', { class: 'button small ink', type: 'button', onclick: actions.finish }, icon('finish'), t('study.finish_turn')),
    ];
  }
  return chosen?.over ? h('span', null, rich('study.ends_game', { turn: notation(chosen.turn) })) : null;
}

/** @param {Line} line @param {Actions} actions */
const followButton = (line, actions) => h('button', { class: 'button quiet small', type: 'button', onclick: () => actions.follow(line) },
  rich('study.follow', { turn: notation(line.turn) }), icon('next'));
