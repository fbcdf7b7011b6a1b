// What the page tells about its player: level, points given away, puzzle days, results by level.

import { h, replace } from '../dom.js';
import { rulesName } from '../house.js';
import { dayOf } from '../study/puzzle-model.js';
import { date, levelTitle, number, rich, t } from '../text.js';
import { dayDots, givenChart, levelChart, resultBars } from './charts.js';
import { menu } from './filters.js';
import { puzzleDays } from './puzzle-days.js';
import { course, LOOK_BACK, playedLike, together } from './strength.js';
import { ENOUGH_GAMES, givenAway, givenCourse, oldestMonth, resultsByLevel, rulesApart } from './summary.js';
import { timeElement } from './when.js';

/** @typedef {import('./kept.js').Numbers} Numbers */

/** More dots than these would run together. */
const MOST_DOTS = 100;
/** A line without words. */
const NOTHING = '\u00a0';

/** @param {(rules: string) => void} useRules shows another rule set */
export function mePanel(useRules) {
  const level = card('level', t('me.like'));
  const given = card('given', t('me.given'));
  const puzzles = card('puzzles', t('common.area_puzzle'));
  const results = card('results', t('me.results'));
  const rules = menu(t('me.rules_shown'), useRules);
  rules.element.classList.add('me-rules');
  level.element.append(rules.element);
  return {
    element: h('section', { class: 'me-side', 'aria-label': t('me.tab_me') }, level.element, h('div', { class: 'me-pair' }, given.element, puzzles.element), results.element, note()),
    /**
     * @param {object} known
     * @param {Numbers[]} known.numbers oldest first
     * @param {import('../types').GameSummary[]} known.games
     * @param {number} known.since
     * @param {string} known.wish the rule set in the address
     */
    update({ numbers, games, since, wish }) {
      const apart = rulesApart(numbers);
      const chosen = apart.length === 0 ? null : apart.includes(wish) ? wish : apart[0] ?? null;
      rules.element.hidden = chosen === null;
      if (chosen !== null) rules.set(apart.map((id) => [id, rulesName(id)]), chosen);
      const shown = chosen === null ? numbers : numbers.filter((game) => game.rules === chosen);
      level.fill(...levelPart(shown));
      given.fill(...givenPart(shown));
      puzzles.fill(...puzzlePart());
      const tallies = resultsByLevel(games, { since, rules: chosen });
      results.fill(tallies.length === 0 ? h('p', { class: 'me-small' }, t('me.results_none')) : resultBars(tallies));
    },
  };
}

/** @param {string} name @param {string} title */
function card(name, title) {
  const body = h('div', { class: 'me-body' });
  return {
    element: h('section', { class: `card me-card me-card-${name}`, 'aria-labelledby': `me-${name}` }, h('h2', { id: `me-${name}` }, title), body),
    /** @param {...import('../dom.js').Child} content */
    fill: (...content) => replace(body, ...content),
  };
}

/** A figure and what it counts. @param {string} figure @param {string} [unit] */
const head = (figure, unit) => h('p', { class: 'me-figure' }, h('b', null, figure), unit && [' ', h('span', null, unit)]);

/** @param {Numbers[]} games */
function levelPart(games) {
  const like = games.length < ENOUGH_GAMES ? null : playedLike(together(games.slice(-LOOK_BACK)));
  // As high as with a chart: numbers may come later.
  if (!like) return [head(NOTHING), h('p', { class: 'me-few' }, t('me.few'))];
  const steps = course(games);
  const args = { level: like.level, count: like.give_or_take };
  return [head(levelTitle(like.level), t(like.level === 'perfect' ? 'me.about_perfect' : 'me.about', args)), levelChart(games.slice(-MOST_DOTS), steps.slice(-MOST_DOTS))];
}

/** @param {Numbers[]} games */
function givenPart(games) {
  const now = givenAway(games.slice(-LOOK_BACK));
  if (now === null) return [head('–'), h('div', { class: 'me-spark' }), h('p', { class: 'me-small' }, NOTHING)];
  const before = oldestMonth(games);
  const points = (/** @type {number} */ value) => number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // The plural form is that of the number as it is written.
  const count = Math.round(now * 10) / 10;
  return [
    head(points(now), t('me.points_unit', { count })), givenChart(games.slice(-MOST_DOTS), givenCourse(games).slice(-MOST_DOTS)),
    h('p', { class: 'me-small' }, before ? rich('me.was', { points: points(before.points), month: monthElement(before.at) }) : NOTHING),
  ];
}

/** The year only if it is another one. @param {number} at */
function monthElement(at) {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return timeElement(at, date(new Date(at), { month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) }));
}

function puzzlePart() {
  const { count, isMostlyFirst, streak, week } = puzzleDays(dayOf(new Date()));
  return [
    head(number(streak), t('me.days_unit', { count: streak })), dayDots(week),
    h('p', { class: 'me-small' }, count > 0 ? t(isMostlyFirst ? 'me.solved_first' : 'me.solved', { count }) : h('a', { href: '/puzzle' }, t('me.solve'))),
  ];
}

/** Where these numbers come from, how they move to another device, and how they are forgotten. */
function note() {
  return h('p', { class: 'me-note' }, t('me.note'), ' ',
    h('a', { href: '#own-data' }, t('me.move')), ' ', t('me.move_not'), ' ', h('a', { href: '/settings#numbers' }, t('me.forget_title')));
}
