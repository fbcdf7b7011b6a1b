// The rules page, with the editions side by side.

import { board as makeBoard } from '../board/board.js';
import { thumbnail } from '../board/pieces.js';
import { h, replace } from '../dom.js';
import { chosenRules } from '../house.js';
import { address, hrefOf } from '../place.js';
import { apply, parse, score, START, worth } from '../position.js';
import { css, title } from '../router.js';
import { EDITIONS } from '../rules.js';
import { loadPart, number, rich, signed, t } from '../text.js';

/** @typedef {import('../dom.js').Child} Child */

const EXAMPLE = parse('00000417/63102000 b');

/** What each edition says: `label`, then Classic, Bonus, Geeky Pen. @type {[string, string, string, string][]} */
const DIFFERENCES = [
  ['goal', 'one_row', 'none', 'none'],
  ['follow_up', 'must', 'must', 'may'],
  ['empty', 'again', 'nothing', 'nothing'],
  ['exact', 'nothing', 'bonus', 'bonus'],
  ['spicy', 'not_offered', 'as_you_like', 'as_you_like'],
  ['end', 'at_once', 'after_turn', 'after_turn'],
];

const SECTIONS = ['board', 'turn', 'full', 'bonus', 'spicy', 'again', 'end', 'score', 'match', 'editions', 'notation'];

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { signal, hash }) {
  await Promise.all([loadPart('learn'), css('/css/learn.css')]);
  if (signal.aborted) return;
  title(t('learn.rules_title'));
  const start = figure(START, t('learn.rules_board_figure'));
  const followUp = figure(apply(parse('12310014/40120050 b'), 'bc'), t('learn.rules_follow_up_figure'),
    [{ from: 3, to: 7, side: 'black', kind: 'best' }]);
  /** @type {Record<string, Child[]>} */
  const bodies = {
    board: [words('board_1'), words('board_2'), start.element],
    turn: [words('turn_1'), part('opening', words('opening_1')),
      part('follow_up', words('follow_up_1'), words('follow_up_2'), words('follow_up_3')), followUp.element],
    full: [words('full_1')],
    bonus: [words('bonus_1')],
    spicy: [words('spicy_1')],
    again: [words('again_1')],
    end: [words('end_1'), words('end_2'), words('end_3')],
    score: [words('score_1'), scoreTable(), example()],
    match: [words('match_1'), words('match_2')],
    editions: [comparison(), h('p', { class: 'learn-house' }, t('learn.rules_house'), ' ', h('a', { href: `/rules/${chosenRules()}` }, t('home.house_rules')))],
    notation: [notation()],
  };
  replace(root, h('article', { class: 'learn-rules' },
    h('h1', null, t('learn.rules_title')),
    h('p', { class: 'learn-intro' }, t('learn.rules_intro')),
    h('nav', { class: 'card learn-contents', 'aria-label': t('learn.rules_contents') },
      h('h2', null, t('learn.rules_contents')),
      h('ul', null, SECTIONS.map((id) => h('li', null, h('a', { href: `#${id}`, onclick: jump }, t(`learn.rules_${id}_title`))))),
      h('a', { class: 'button', href: '/learn' }, t('learn.rules_learn'))),
    h('div', { class: 'learn-sections' },
      SECTIONS.map((id) => h('section', { id, tabindex: -1 }, h('h2', null, t(`learn.rules_${id}_title`)), bodies[id])))));
  if (SECTIONS.includes(hash)) document.getElementById(hash)?.scrollIntoView();
  return {
    leave() {
      start.destroy();
      followUp.destroy();
    },
  };
}

/** Goes to a section of this page without loading the page again. @param {Event} event */
function jump(event) {
  event.preventDefault();
  const href = /** @type {Element} */ (event.currentTarget).getAttribute('href') ?? '';
  const { pathname, search } = address();
  history.replaceState(history.state, '', hrefOf(pathname + search + href));
  const section = document.getElementById(href.slice(1));
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** @param {string} key */
const words = (key) => h('p', null, t(`learn.rules_${key}`));

/** @param {string} id @param {...Child} children */
const part = (id, ...children) => [h('h3', { id }, t(`learn.rules_${id}_title`)), children];

/**
 * A picture of a board with a caption.
 * @param {import('../position.js').Position} position
 * @param {string} caption
 * @param {any[]} [arrows]
 */
function figure(position, caption, arrows = []) {
  const board = makeBoard({ rules: 'bonus', view: 'black', interactive: false, sides: [], small: true, label: caption });
  board.set({ position, turn: null, arrows }, { animate: false });
  return { element: h('figure', { class: 'learn-figure' }, board.element, h('figcaption', null, caption)), destroy: () => board.destroy() };
}

/** A table that scrolls by itself on narrow screens. @param {string} label @param {Child} head @param {Child} body @param {string} [kind] */
function table(label, head, body, kind = '') {
  return h('div', { class: 'learn-scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', { class: `learn-table ${kind}` }, h('thead', null, h('tr', null, h('th', { scope: 'col' }, label), head)), h('tbody', null, body)));
}

const editionHeads = () => EDITIONS.map((edition) => h('th', { scope: 'col' }, t(`common.edition_${edition}`)));

function scoreTable() {
  const rows = [7, 6, 5, 4, 3, 2, 1, 0];
  /** @param {number} row seen by Black */
  const place = (row) => {
    if (row === 7) return t('learn.rules_score_goal');
    if (row === 0) return t('learn.rules_score_home');
    return row > 3 ? t('learn.rules_score_before', { count: 7 - row }) : t('learn.rules_score_after', { count: row });
  };
  return table(t('learn.rules_score_where'), editionHeads(), rows.map((row) => h('tr', null, h('th', { scope: 'row' }, place(row)),
    EDITIONS.map((edition) => h('td', null, signed(worth(edition, 'black', row)))))), 'learn-points');
}

function example() {
  const result = (/** @type {string} */ rules) => {
    const { black, red } = score(rules, EXAMPLE);
    return h('strong', null, t('learn.rules_example_score', { black: number(black), red: number(red) }));
  };
  const picture = thumbnail(EXAMPLE, 'black');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('learn.rules_example_figure'));
  return h('figure', { class: 'learn-example' }, picture, h('figcaption', null, h('p', null, t('learn.rules_example_figure')),
    h('p', null, rich('learn.rules_example', { classic: result('classic'), bonus: result('bonus'), geeky: result('geeky') }))));
}

function comparison() {
  const own = [number(0), [0, 1, 2, 3].map((row) => signed(worth('bonus', 'black', row))).join(' '), t('learn.rules_say_each', { points: signed(worth('geeky', 'black', 0)) })];
  return table(t('learn.rules_compare'), editionHeads(), [
    ...DIFFERENCES.map(([label, ...says]) => h('tr', null, h('th', { scope: 'row' }, t(`learn.rules_diff_${label}`)),
      says.map((say) => h('td', null, t(`learn.rules_say_${say}`))))),
    h('tr', null, h('th', { scope: 'row' }, t('learn.rules_diff_own')), own.map((one) => h('td', null, one))),
  ]);
}

function notation() {
  const code = (/** @type {string} */ text) => h('code', null, text);
  return h('p', null, rich('learn.rules_notation_1', {
    action: code('ab'), turn: code('ab ce'), bonus: code('bc eh +gf'), spicy: code('bc eh ~dc'), again: code('ab ce / bc df'),
  }));
}
