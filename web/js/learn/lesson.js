// One lesson: text, the board with its task, feedback, and the link to the next lesson.

import { api } from '../api.js';
import { board as makeBoard } from '../board/board.js';
import { announce, h, icon, replace, toast } from '../dom.js';
import { worth } from '../position.js';
import { go, title } from '../router.js';
import { settings } from '../store.js';
import { errorText, number, rich, t } from '../text.js';
import { countMarks, FINISH, lessonsOf } from './lessons.js';
import { doneOf, remember } from './progress.js';
import { act, part, scoreRows, start } from './run.js';

/** @typedef {import('./run.js').Run} Run */

// keys: learn.*_title learn.*_lead learn.*_more learn.*_done learn.end_more_*
/** Splits a text into paragraphs at empty lines. @param {string} text */
const paragraphs = (text) => text.split('\n\n').map((one) => h('p', null, one));

/** @param {import('./lessons.js').Words} words */
const say = (words) => t(`learn.${words.key}`, words.args);

/**
 * @param {HTMLElement} root
 * @param {string} rules
 * @param {number} n
 * @param {AbortSignal} signal
 */
export async function showLesson(root, rules, n, signal) {
  const lessons = lessonsOf(rules);
  const lesson = lessons[n - 1];
  if (!lesson) return;
  const name = t(`learn.${lesson.title ?? `${lesson.id}_title`}`);
  title(t('learn.lesson_title', { n, title: name }));
  const { tree } = await api.position(rules, lesson.position, { signal });
  if (signal.aborted || !tree) return;

  let run = start(lesson, tree, rules);
  let showing = false;
  let isStarting = false;
  let known = doneOf(rules).has(n);

  const board = makeBoard({
    rules, view: 'black', interactive: true, sides: ['black'], plain: true, label: t('learn.board'), pageKeys: true,
    onAction: (/** @type {string} */ action) => take(action),
    onKey: (/** @type {string} */ key) => press(key),
  });
  const prompt = h('p', { class: 'learn-prompt-what serif' });
  const how = h('p', { class: 'learn-prompt-how second' }, t('learn.prompt_how'));
  const answer = h('div', { class: 'learn-answer' });
  const nav = h('nav', { class: 'learn-nav', 'aria-label': t('learn.lessons') });
  const parting = h('div', { class: 'learn-parting' });

  const page = h('article', { class: 'learn-lesson' },
    h('div', { class: 'learn-top' },
      h('a', { class: 'learn-close', href: `/learn?rules=${rules}`, 'aria-label': t('learn.close') }, icon('close')),
      h('div', { class: 'learn-dots', 'aria-hidden': 'true' }, lessons.map((_, i) => h('span', { class: i + 1 < n ? 'past' : i + 1 === n ? 'now' : null }))),
      h('p', { class: 'learn-count second' }, h('span', { class: 'learn-count-long' }, t('learn.lesson_of', { n, total: lessons.length })),
        h('span', { class: 'learn-count-short', 'aria-hidden': 'true' }, `${number(n)} / ${number(lessons.length)}`))),
    h('h1', null, name),
    h('div', { class: 'learn-lead' }, h('p', null, rich(`learn.${lesson.lead ?? `${lesson.id}_lead`}`, { number: h('strong', null, number(run.turn.steps)) }))),
    h('div', { class: 'learn-board' }, board.element),
    h('div', { class: 'learn-prompt' }, prompt, how),
    answer,
    h('div', { class: 'learn-more' }, paragraphs(t(`learn.${lesson.more ?? `${lesson.id}_more`}`))),
    parting,
    nav);
  replace(root, page);

  /** @param {boolean} animate */
  function draw(animate) {
    const { turn, said, done } = run;
    const counted = lesson?.counts ? countMarks(turn, t('learn.new')) : null;
    board.set({
      position: turn.position,
      turn: done || showing ? null : turn,
      marks: counted ? [{ row: counted.row, texts: [...counted.black, ...counted.red] }] : [],
    }, { animate });
    prompt.textContent = done ? t('learn.prompt_done') : t(`learn.prompt_${turn.phase}`, { count: turn.steps });
    how.hidden = done;
    replace(answer,
      !done && h('div', { class: 'learn-task', role: 'group', 'aria-label': t('learn.task') }, icon('play'),
        h('p', null, t(`learn.${part(run).ask}`), part(run).exact && h('span', { class: 'learn-star' }, icon('star')))),
      !done && turn.canFinish && h('button', { class: 'button', type: 'button', onclick: () => take(FINISH) }, icon('finish'), t('learn.finish_turn')),
      said && h('div', { class: `learn-said ${said.kind}` }, icon(said.kind === 'right' ? 'check' : 'close'), h('p', null, say(said.words))));
    const isScored = done && lesson?.score === true;
    page.classList.toggle('scored', isScored);
    replace(parting, isScored && scoreTable(rules, turn.position));
    drawNav();
  }

  function drawNav() {
    const held = nav.contains(document.activeElement) ? document.activeElement?.getAttribute('data-name') : null;
    const open = run.done || known;
    const last = n === lessons.length;
    const nextLabel = last ? t('learn.play_now') : t('learn.next');
    const look = { class: run.done ? 'button ink' : 'button', 'data-name': 'next' };
    replace(nav,
      n > 1
        ? h('a', { class: 'button', 'data-name': 'back', href: `/learn/${rules}/${n - 1}` }, icon('prev'), t('learn.back'))
        : h('a', { class: 'button', 'data-name': 'back', href: `/learn?rules=${rules}` }, icon('prev'), t('learn.back')),
      run.done
        ? h('button', { class: 'button', type: 'button', 'data-name': 'show', onclick: restart }, icon('undo'), t('learn.once_more'))
        : h('button', { class: 'button', type: 'button', 'data-name': 'show', onclick: showMe, disabled: showing }, t('learn.show_me')),
      h('span', { class: 'learn-gap' }),
      open && !last
        ? h('a', { ...look, href: `/learn/${rules}/${n + 1}` }, nextLabel, icon('next'))
        : h('button', { ...look, type: 'button', disabled: !open || isStarting, onclick: playNow }, nextLabel, icon('next')));
    if (held) /** @type {HTMLElement|null} */ (nav.querySelector(`[data-name=${held}]`))?.focus();
  }

  /** Starts a game with these rules; the first one against the weakest level. */
  async function playNow() {
    if (isStarting) return;
    isStarting = true;
    drawNav();
    try {
      const { games } = await api.games(signal);
      const level = games.length === 0 ? '1' : settings.get('level');
      const name = settings.get('name');
      const { game } = await api.createGame({ rules, side: 'black', opponent: { type: 'computer', level }, ...(name ? { name } : {}) });
      await go(`/game/${game.id}`);
    } catch (error) {
      if (signal.aborted) return;
      toast(errorText(error));
      isStarting = false;
      drawNav();
    }
  }

  /** @param {string} action */
  function take(action) {
    if (showing || run.done) return;
    const before = run;
    run = act(run, action);
    after(before, true);
  }

  /** @param {Run} before @param {boolean} animate */
  function after(before, animate) {
    if (run.done && !before.done) {
      known = true;
      remember(rules, n);
    }
    draw(animate);
    if (run.said) announce(say(run.said.words));
    else if (run.at !== before.at) announce(t(`learn.${part(run).ask}`));
    if (run.said) answer.querySelector('.learn-said')?.scrollIntoView({ block: 'nearest' });
  }

  /** Plays the rest of the solution, action by action. */
  async function showMe() {
    if (showing || run.done) return;
    showing = true;
    run = { ...run, said: null };
    draw(false);
    announce(t('learn.shown'));
    while (!run.done && !signal.aborted) {
      const before = run;
      const action = part(run).show;
      if (action !== FINISH) await board.play([action], run.turn.side);
      if (signal.aborted) return;
      run = act(run, action);
      showing = !run.done;
      after(before, false);
      if (!run.done) await pause(500);
    }
    showing = false;
  }

  function restart() {
    if (!tree) return;
    run = start(/** @type {NonNullable<typeof lesson>} */ (lesson), tree, rules);
    draw(true);
    board.focus();
  }

  /** @param {string} key */
  function press(key) {
    if (key === 'undo') restart();
    if (key === 'finish' && run.done && n === lessons.length) playNow();
    else if (key === 'finish' && run.done) go(`/learn/${rules}/${n + 1}`);
    else if (key === 'finish' && run.turn.canFinish) take(FINISH);
    if (key === 'hint') showMe();
  }

  draw(false);
  return { leave: () => board.destroy() };
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {string} rules @param {import('../position.js').Position} position */
function scoreTable(rules, position) {
  const rows = scoreRows(position);
  const cell = (/** @type {number} */ count, /** @type {number} */ each) => h('td', null, count === 0 ? '' : `${number(count)} × ${number(each)} = ${number(count * each)}`);
  const sum = (/** @type {'black'|'red'} */ side) => rows.reduce((points, row) => points + row[side] * worth(rules, side, row.index), 0);
  return h('table', { class: 'learn-score' },
    h('caption', null, t('learn.score_title')),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('learn.score_row')),
      h('th', { scope: 'col' }, t('common.side_black')), h('th', { scope: 'col' }, t('common.side_red')))),
    h('tbody', null, rows.map((row) => h('tr', null, h('th', { scope: 'row', class: 'learn-letter' }, row.row),
      cell(row.black, worth(rules, 'black', row.index)), cell(row.red, worth(rules, 'red', row.index))))),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, t('learn.score_total')),
      h('td', null, number(sum('black'))), h('td', null, number(sum('red'))))));
}
