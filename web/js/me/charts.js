// The charts of the page Me. Screen readers get the same data as tables.

import { h, icon, s } from '../dom.js';
import { LEVELS } from '../home/start.js';
import { date, levelTitle, number, t } from '../text.js';
import { dateMarks, height, levelScale, levelShapes, path, sparkline } from './chart.js';
import { timeElement } from './when.js';

/** @typedef {import('./kept.js').Numbers} Numbers */
/** @typedef {import('./strength.js').Step} Step */

/** @param {number} at */
const dayText = (at) => date(new Date(at), { day: 'numeric', month: 'long', year: 'numeric' });
/** @param {number | null | undefined} value */
const digit = (value) => (typeof value === 'number' ? number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : '–');

/** A table that is read, not seen. @param {string} caption @param {string[]} heads @param {import('../dom.js').Child[][]} rows */
function table(caption, heads, rows) {
  return h('div', { class: 'unseen' }, h('table', null, h('caption', null, caption),
    h('thead', null, h('tr', null, heads.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', null, rows.map(([first, ...rest]) => h('tr', null, h('th', { scope: 'row' }, first), rest.map((each) => h('td', null, each)))))));
}

/** A box of 100 by 100 that is stretched; lines keep their width. @param {string} name @param {...import('../dom.js').Child} shapes */
const stretched = (name, ...shapes) => s('svg', { class: name, viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' }, ...shapes);

/** A dot is a line without length: it stays round in a stretched box. @param {import('./chart.js').Point} point @param {string} name */
const dot = ({ x, y }, name) => s('path', { class: name, d: `M${x} ${y}h0` });

/** @param {HTMLElement} element @param {'left' | 'top'} edge @param {number} place */
function at(element, edge, place) {
  element.style[edge] = `${place}%`;
  return element;
}

/** The level over time: a dot for each game, the line of the last ten, the band of its error. @param {Numbers[]} games @param {Step[]} steps */
export function levelChart(games, steps) {
  const scale = levelScale(steps);
  const { dots, line, band } = levelShapes(steps, scale);
  const end = line.at(-1);
  const marks = dateMarks(games.map((game) => game.at)).map(({ x, at: when, isMonth }) => {
    const text = date(new Date(when), isMonth ? { month: 'long' } : { day: 'numeric', month: 'long' });
    const mark = at(timeElement(when, text), 'left', x);
    mark.dataset['place'] = x > 87 ? 'end' : x < 13 ? 'start' : 'middle';
    return mark;
  });
  return h('div', { class: 'me-chart' },
    h('div', { class: 'me-levels', 'aria-hidden': 'true' },
      // The widest name decides the width; each stands at its height.
      scale.ticks.map((level) => h('span', { class: 'me-level-room' }, levelTitle(LEVELS[level - 1] ?? '1'))),
      scale.ticks.map((level) => at(h('span', { class: 'me-level' }, levelTitle(LEVELS[level - 1] ?? '1')), 'top', height(scale, level)))),
    stretched('me-plot',
      scale.ticks.map((level) => s('path', { class: 'me-grid', d: `M0 ${height(scale, level)}H100` })),
      s('path', { class: 'me-band', d: `${path(band)}Z` }),
      dots.map((point) => dot(point, 'me-dot')),
      s('path', { class: 'me-stroke', d: path(line) }),
      end && [dot(end, 'me-end-edge'), dot(end, 'me-end')]),
    h('div', { class: 'me-dates', 'aria-hidden': 'true' }, marks),
    table(t('me.like'), [t('me.col_day'), t('me.col_game'), t('me.col_ten'), t('me.col_sure')], games.map((game, i) => {
      const step = steps[i];
      return [timeElement(game.at, dayText(game.at)), digit(step?.own?.level), digit(step?.ten?.level), digit(step?.ten?.spread)];
    })));
}

/** Points given away in a turn, over the last ten games up to each game. @param {Numbers[]} games @param {(number | null)[]} values */
export function givenChart(games, values) {
  const points = sparkline(values);
  const end = points.at(-1);
  return [
    stretched('me-spark', s('path', { class: 'me-stroke', d: path(points) }), end && [dot(end, 'me-end-edge'), dot(end, 'me-end')]),
    table(t('me.given'), [t('me.col_day'), t('me.col_ten')], games.map((game, i) => [timeElement(game.at, dayText(game.at)), digit(values[i])])),
  ];
}

/** The last seven days, solved or not. @param {import('./puzzle-days.js').PuzzleDays['week']} week */
export function dayDots(week) {
  return h('ul', { class: 'me-days' }, week.map(({ day, isSolved }) => {
    const when = new Date(`${day}T12:00:00Z`);
    const name = (/** @type {'narrow' | 'long'} */ weekday) => date(when, { weekday, timeZone: 'UTC' });
    return h('li', { 'data-solved': isSolved },
      h('i', { 'aria-hidden': 'true' }, isSolved && icon('check')), h('time', { datetime: day, 'aria-hidden': 'true' }, name('narrow')),
      h('span', { class: 'unseen' }, t(isSolved ? 'me.day_solved' : 'me.day_open', { day: name('long') })));
  }));
}

/** Won, drawn and lost games against each level. @param {import('./summary.js').Tally[]} tallies */
export function resultBars(tallies) {
  const kinds = /** @type {const} */ (['won', 'drawn', 'lost']);
  const most = Math.max(...tallies.map(({ won, drawn, lost }) => won + drawn + lost));
  const name = (/** @type {string} */ level) => (level === 'random' ? t('common.level_random') : levelTitle(level));
  const bar = (/** @type {import('./summary.js').Tally} */ tally) => {
    const parts = kinds.filter((kind) => tally[kind] > 0).map((kind) => {
      const part = h('span', { 'data-kind': kind }, number(tally[kind]));
      part.style.flexGrow = String(tally[kind]);
      return part;
    });
    const element = h('span', { class: 'me-result-bar' }, parts);
    element.style.width = `${100 * (tally.won + tally.drawn + tally.lost) / most}%`;
    return [h('span', { class: 'me-result-level' }, name(tally.level)), h('span', null, element)];
  };
  return [
    h('div', { class: 'me-results', 'aria-hidden': 'true' }, tallies.map(bar)),
    h('p', { class: 'me-legend', 'aria-hidden': 'true' }, kinds.map((kind) => h('span', null, h('i', { 'data-kind': kind }), t(`me.${kind}`)))),
    table(t('me.results'), [t('me.col_level'), ...kinds.map((kind) => t(`me.${kind}`))],
      tallies.map((tally) => [name(tally.level), ...kinds.map((kind) => number(tally[kind]))])),
  ];
}

