// Progress of solving: a growing stick for each rule set. Also on the home page while the server solves.

import { api } from './api.js';
import { ensureDefs } from './board/pieces.js';
import { h, icon, replace, s } from './dom.js';
import { POSITIONS, ordered, pauseOf, percentOf, remember, roundedTime, secondsLeft, stateOf } from './home/solving.js';
import { poll } from './home/poll.js';
import { rulesName } from './house.js';
import { css, title } from './router.js';
import { oracle } from './store.js';
import { errorText, number, rich, t } from './text.js';

/** @typedef {import('./types').TableView} TableView */

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.oracle_title'));
  const card = await solvingCard(signal, 'h1');
  if (signal.aborted) return;
  const meaning = h('section', { class: 'card', hidden: true },
    h('h2', null, t('home.oracle_meanwhile')),
    h('p', { class: 'pages-line' }, t('home.oracle_meanwhile_play')),
    h('p', { class: 'pages-line' }, t('home.oracle_meanwhile_values')));
  const told = () => {
    const tables = oracle.get()?.tables;
    meaning.hidden = !tables || stateOf(tables) === 'solved';
  };
  told();
  signal.addEventListener('abort', oracle.on(told));
  replace(root, h('div', { class: 'pages pages-narrow' }, card, meaning));
}

/**
 * The card with the sticks. It polls the server until `signal` aborts.
 * @param {AbortSignal} signal
 * @param {'h1' | 'h2'} [level]
 * @returns {Promise<HTMLElement>}
 */
export async function solvingCard(signal, level = 'h2') {
  await css('/css/pages.css');
  ensureDefs();
  const element = h('section', { class: 'card oracle' });
  /** @type {import('./home/solving.js').Sample[]} */
  let samples = [];
  let drawn = '';

  function draw() {
    const tables = oracle.get()?.tables;
    if (!tables) return;
    const under = tables.find(({ status }) => status === 'solving');
    if (under) samples = remember(samples, { at: Date.now(), positions: under.positions ?? 0 });
    const left = under ? secondsLeft(samples, under.total) : null;
    const now = JSON.stringify([tables, left]);
    if (now === drawn) return;
    drawn = now;
    replace(element, content(ordered(tables), left, level));
  }

  draw();
  poll(async () => {
    try {
      oracle.set(await api.oracle());
      draw();
    } catch (error) {
      if (!drawn && !signal.aborted) replace(element, h(level, null, t('home.oracle_title')), h('p', { class: 'pages-line' }, errorText(error)));
      return 5_000;
    }
    return pauseOf(oracle.get()?.tables ?? []);
  }, 1_000, signal);
  return element;
}

/**
 * @param {TableView[]} tables
 * @param {number | null} left
 * @param {'h1' | 'h2'} level
 */
function content(tables, left, level) {
  const state = stateOf(tables);
  const under = tables.find(({ status }) => status === 'solving');
  return [
    h('div', { class: 'oracle-top' },
      h(level, { class: 'oracle-title' }, t(`home.oracle_${state}_title`)),
      h('p', { class: 'pages-line' }, t(`home.oracle_${state}_line`)),
      under && [
        h('p', { class: 'oracle-count' }, number(under.positions ?? 0)),
        h('p', { class: 'pages-line' }, t('home.oracle_of', { total: under.total ?? POSITIONS, rules: rulesName(under.rules) })),
      ],
      state === 'solved' && [
        h('p', { class: 'oracle-count' }, number(POSITIONS * tables.length)),
        h('p', { class: 'pages-line' }, t('home.oracle_total', { each: POSITIONS, count: tables.length })),
      ],
      h('ul', { class: 'oracle-sticks' }, tables.map((table) => row(table, table === under ? left : null))),
      state === 'solving' && h('p', { class: 'oracle-order' }, t('home.oracle_order', { rules: rulesName('bonus') }))),
    state !== 'solved' && h('p', { class: 'oracle-estimate' },
      rich('home.oracle_estimate_line', { badge: h('span', { class: 'badge estimate' }, t('home.oracle_estimate')) })),
  ];
}

/**
 * @param {TableView} table
 * @param {number | null} left
 */
function row(table, left) {
  const percent = percentOf(table);
  const isKnown = table.status === 'ready' || table.status === 'solving';
  const name = rulesName(table.rules);
  return h('li', { class: isKnown ? 'oracle-row known' : 'oracle-row' },
    h('span', { class: 'oracle-name' }, name),
    h('span', {
      class: 'oracle-stick', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent,
      'aria-label': name, 'aria-valuetext': words(table, percent, null),
    }, stick(percent)),
    // A dotted outline means: waiting in line.
    table.code !== 'in_line' && h('span', { class: 'oracle-words' }, table.status === 'ready' && icon('check'), words(table, percent, left)));
}

/**
 * @param {TableView} table
 * @param {number} percent
 * @param {number | null} left
 */
function words(table, percent, left) {
  if (table.status === 'ready') return t('home.oracle_ready');
  if (table.status === 'waiting') return t(`home.oracle_waiting_${table.code}`);
  if (table.status === 'missing') return t(`home.oracle_reason_${table.code}`);
  const part = number(percent / 100, { style: 'percent' });
  if (left === null) return part;
  const { unit, count } = roundedTime(left);
  return t('home.oracle_percent_left', { percent: part, left: t(`home.oracle_${unit}_left`, { count }) });
}

/** The nodes of the bamboo, in percent of the stick's length. */
const NODES = [13, 41, 74];

/**
 * A stick grown to a part of its length, inside the dotted outline of the whole.
 * @param {number} percent
 */
export function stick(percent) {
  const width = `${percent}%`;
  const bamboo = percent > 0 && s('svg', { class: 'oracle-bamboo', width, height: 30, overflow: 'hidden' },
    s('rect', { x: 2, y: 10, width: '100%', height: 18, rx: 8, class: 'oracle-shadow' }),
    s('rect', { x: 0, y: 4, width: '100%', height: 20, rx: 7, fill: 'url(#linja-bamboo)' }),
    s('rect', { x: 6, y: 9, width: '100%', height: 1.8, class: 'oracle-shine' }));
  return s('svg', { class: 'oracle-svg', height: 30, 'aria-hidden': 'true', focusable: 'false' },
    percent < 100 && s('rect', { class: 'oracle-outline', x: 1, y: 5, height: 18, rx: 9, width: '100%' }),
    bamboo,
    NODES.filter((at) => at < percent - 2).map((at) => [
      s('rect', { x: `${at}%`, y: 3, width: 6, height: 22, rx: 2.4, fill: 'url(#linja-node)' }),
      s('rect', { x: `${at}%`, y: 5, width: 1, height: 18, class: 'oracle-ring' }),
    ]),
    percent > 0 && s('svg', { x: `${percent}%`, overflow: 'visible' },
      s('ellipse', { cx: -4.5, cy: 14, rx: 4, ry: 9, class: 'oracle-end' }),
      s('ellipse', { cx: -4, cy: 14, rx: 2, ry: 4.6, class: 'oracle-hole' })));
}
