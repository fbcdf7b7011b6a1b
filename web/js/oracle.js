// Progress of solving: a growing stick for each rule set. Also on the home page while the server solves. Below it, solving in
// this browser, which stands alone while there is no server.

import { api } from './api.js';
import { ensureDefs } from './board/pieces.js';
import { h, icon, replace } from './dom.js';
import { POSITIONS, ordered, pauseOf, percentOf, remember, roundedTime, secondsLeft, stateOf } from './home/solving.js';
import { poll } from './home/poll.js';
import { rulesName } from './house.js';
import { offline } from './network.js';
import { css, title } from './router.js';
import { isOffered, solveCard } from './solve/card.js';
import { stick } from './stick.js';
import { oracle } from './store.js';
import { errorText, number, rich, t } from './text.js';

/** @typedef {import('./types').TableView} TableView */

/**
 * @param {HTMLElement} root
 * @param {import('./router.js').Visit} visit
 */
export async function show(root, { signal }) {
  title(t('home.oracle_title'));
  const isAlone = offline.get();
  const card = isAlone ? null : await solvingCard(signal, 'h1');
  const here = isOffered() ? await solveCard(signal, { level: isAlone ? 'h1' : 'h2' }) : null;
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
  replace(root, h('div', { class: 'pages pages-narrow' }, isAlone && !here ? h('h1', null, t('home.oracle_title')) : card, here, meaning));
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
