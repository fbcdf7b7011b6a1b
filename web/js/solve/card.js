// The card that solves Linja in this browser: a stick for each rule set, and what can be done about it.

import { ensureDefs } from '../board/pieces.js';
import { announce, dialog, h, icon, put, replace } from '../dom.js';
import { canSolve, cancel, isHere, lackOf, look, pause, remove, sizeOf, solve, solving } from '../engine/solver.js';
import { POSITIONS, remember, roundedTime, secondsLeft } from '../home/solving.js';
import { chosenRules, rulesName } from '../house.js';
import { css } from '../router.js';
import { PUBLISHED } from '../rules.js';
import { stick } from '../stick.js';
import { loadPart, number, rich, t } from '../text.js';

/** @typedef {import('../engine/solver.js').State} State */
/** @typedef {import('../engine/solver.js').Lack} Lack */

/** How many digits of a hash are shown; all of them are in its title. */
const DIGITS = 8;

/** @param {number} bytes */
const megabytes = (bytes) => number(Math.round(bytes / 1e6));

/** @param {number} part @returns {string} */
const inPercent = (part) => number(Math.min(0.99, Math.floor(100 * part) / 100), { style: 'percent' });

/**
 * @param {AbortSignal} signal
 * @param {{level?: 'h1' | 'h2', rules?: string, isOnly?: boolean}} [wishes] `rules`: house rules that should be among the rows, or are the only one
 * @returns {Promise<HTMLElement>}
 */
export async function solveCard(signal, { level = 'h2', rules = chosenRules(), isOnly = false } = {}) {
  await Promise.all([loadPart('solve'), css('/css/pages.css'), css('/css/solve.css')]);
  ensureDefs();
  await look().catch(() => undefined);
  const heading = h(level, { class: 'oracle-title', tabindex: -1 });
  const line = h('p', { class: 'pages-line' });
  const count = h('p', { class: 'oracle-count' });
  const ofAll = h('p', { class: 'pages-line' });
  const lack = h('p', { class: 'pages-line solve-lack', hidden: true });
  const list = h('ul', { class: 'oracle-sticks solve-rows' });
  const foot = h('p', { class: 'oracle-estimate' });
  const element = h('section', { class: 'card oracle solve' }, h('div', { class: 'oracle-top' }, heading, line, count, ofAll, lack), list, foot);
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();
  /** @type {import('../home/solving.js').Sample[]} */
  let samples = [];

  function draw() {
    const state = solving.get();
    const { under } = state;
    const tables = isOnly ? state.tables.filter(({ id }) => id === rules) : state.tables;
    samples = under && !under.isPaused ? remember(samples, { at: Date.now(), positions: under.positions }) : [];
    for (const id of isOnly ? [rules] : new Set([...PUBLISHED, rules, ...tables.map((table) => table.id), ...(under ? [under.id] : [])])) {
      let one = rows.get(id);
      if (!one) {
        one = row(id, () => heading.focus());
        rows.set(id, one);
        list.append(one.element);
      }
      one.set(state, under ? secondsLeft(samples) : null);
    }
    const [only] = tables;
    heading.textContent = under ? t('solve.solving_title')
      : !only ? t('solve.title')
        : tables.length === 1 ? t('solve.solved_title', { rules: rulesName(only.id) }) : t('solve.solved_title_many', { count: tables.length });
    line.textContent = t(under ? 'solve.solving_line' : only ? 'solve.solved_line' : 'solve.line');
    count.textContent = under ? number(under.positions) : only ? number(POSITIONS * tables.length) : '';
    ofAll.textContent = under ? t('solve.of', { total: POSITIONS, rules: rulesName(under.id) }) : only ? t('solve.solved_count') : '';
    for (const each of [count, ofAll]) each.hidden = each.textContent === '';
    replace(foot, only && !under ? t('solve.kept') : [rich('solve.until_then', { badge: h('span', { class: 'badge estimate' }, '≈') }), under && [' ', t('solve.closing')]]);
  }

  draw();
  const stop = solving.on(draw);
  signal.addEventListener('abort', stop);
  // What stands in the way of all rule sets is said once.
  const common = await lackOf(isOnly ? rules : 'bonus');
  if (common && (isOnly || common.code !== 'storage')) {
    lack.textContent = lackText(common);
    lack.hidden = false;
    for (const one of rows.values()) one.disable();
  }
  return element;
}

/** @param {Lack} lack */
function lackText({ code, needed = 0, free = 0 }) {
  return code === 'storage' ? t('solve.lack_storage', { needed: megabytes(needed), free: megabytes(free) }) : t(`solve.lack_${code}`);
}

/**
 * One rule set. Its elements stay, so that the focus does.
 * @param {string} id
 * @param {() => void} left moves the focus when the button under it goes away
 */
function row(id, left) {
  const name = rulesName(id);
  const { bytes, isKnown } = sizeOf(id);
  const size = h('span', { class: 'solve-size' }, t(isKnown ? 'solve.size' : 'solve.size_most', { size: megabytes(bytes) }));
  const bar = h('span', { class: 'oracle-stick', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-label': name });
  const words = h('span', { class: 'solve-words' });
  const hash = h('span', { class: 'solve-words solve-hash', hidden: true });
  const wrong = h('p', { class: 'solve-wrong', role: 'alert', hidden: true });
  const main = h('button', { class: 'button small', type: 'button', onclick: () => act() });
  const stop = h('button', { class: 'button small', type: 'button', hidden: true, onclick: () => {
    cancel();
    main.focus();
  } }, t('solve.cancel'));
  const element = h('li', { class: 'solve-row' }, h('span', { class: 'oracle-name' }, name, size),
    h('span', { class: 'solve-state' }, bar, words, hash), h('span', { class: 'solve-buttons' }, main, stop), wrong);
  let drawn = '';
  let isDisabled = false;
  let isRunning = false;

  async function act() {
    const { under, failed } = solving.get();
    if (under?.id === id) return pause(!under.isPaused);
    if (isHere(id) && failed?.id !== id) return ask();
    const lack = await lackOf(id);
    if (lack) return tell(lackText(lack));
    tell('');
    await solve(id);
    if (isHere(id)) announce(t('solve.done_told', { rules: name }));
    return undefined;
  }

  async function ask() {
    const freed = solving.get().tables.find((table) => table.id === id)?.bytes ?? 0;
    const chosen = await dialog({
      title: t('solve.remove_title', { rules: name }), body: h('p', null, t('solve.remove_body', { size: megabytes(freed) })),
      buttons: [{ value: 'keep', label: t('solve.keep') }, { value: 'remove', label: t('solve.remove'), ink: true }],
    });
    if (chosen === 'remove') await remove(id);
    if (main.hidden) left();
  }

  /** @param {string} text */
  function tell(text) {
    wrong.textContent = text;
    wrong.hidden = text === '';
  }

  /** @param {State} state @param {number | null} left seconds */
  function set({ tables, under, failed }, left) {
    const table = tables.find((one) => one.id === id);
    const own = under?.id === id ? under : null;
    const isFailed = failed?.id === id;
    const percent = own ? Math.min(99, Math.floor((100 * own.positions) / POSITIONS)) : table ? 100 : 0;
    const said = own ? wordsOf(own, left) : table ? t('solve.known') : '';
    const now = JSON.stringify([table, own, isFailed && failed, percent, said, under !== null]);
    if (now === drawn) return;
    drawn = now;
    element.classList.toggle('known', own !== null || table !== undefined);
    replace(bar, stick(percent));
    put(bar, 'aria-valuenow', String(percent));
    put(bar, 'aria-valuetext', said || `${percent} %`);
    replace(words, table && !own && icon('check'), said);
    size.textContent = table ? t('solve.size', { size: megabytes(table.bytes) }) : size.textContent;
    hash.hidden = !table;
    if (table) {
      hash.textContent = t('solve.hash', { hash: `${table.hash.slice(0, DIGITS)}…` });
      hash.title = table.hash;
    }
    // keys: solve.failed_*
    if (isFailed) tell(`${t(`solve.failed_${failed.code}`)} ${t('solve.failed_safe')}`);
    else if (own || isRunning) tell('');
    isRunning = own !== null;
    main.textContent = t(own ? (own.isPaused ? 'solve.go_on' : 'solve.pause') : isFailed ? 'solve.try_again' : table ? 'solve.remove' : 'solve.solve');
    put(main, 'aria-label', `${main.textContent}: ${name}`);
    main.disabled = under !== null && !own;
    main.hidden = isDisabled && !table;
    if (!own && document.activeElement === stop) main.focus();
    stop.hidden = !own;
    put(stop, 'aria-label', `${t('solve.cancel')}: ${name}`);
  }

  return {
    element, set,
    /** This device can't solve; it may still have tables. */
    disable() {
      isDisabled = true;
      if (!isHere(id)) main.hidden = true;
    },
  };
}

/** @param {import('../engine/solver.js').Under} under @param {number | null} left seconds */
function wordsOf({ positions, isPaused, isTired }, left) {
  const percent = inPercent(positions / POSITIONS);
  if (isPaused) return t(isTired ? 'solve.tired' : 'solve.paused', { percent });
  if (positions === 0) return t('solve.starting');
  if (left === null) return percent;
  const { unit, count } = roundedTime(left);
  return t('home.oracle_percent_left', { percent, left: t(`home.oracle_${unit}_left`, { count }) });
}

/** Whether this browser can solve. */
export const isAble = () => canSolve();

/** Whether this browser is solving a rule set, or has solved it. @param {string} id */
export async function isBegun(id) {
  await look().catch(() => undefined);
  return solving.get().under?.id === id || isHere(id);
}

/** Whether the card has anything to offer: an engine, or tables of earlier days. */
export const isOffered = () => canSolve() || document.querySelector('meta[name="engine"]')?.getAttribute('content') !== '';
