// The course: the edition, the progress, and the lessons.

import { h, icon, replace, toast } from '../dom.js';
import { chooseRules, chosenRules, differencesFrom, rulesName } from '../house.js';
import { css, go, title } from '../router.js';
import { EDITIONS, isPublished, nearestPublished } from '../rules.js';
import { errorText, list, loadPart, t } from '../text.js';
import { editionOf, lessonsOf, RULES } from './lessons.js';
import { showLesson } from './lesson.js';
import { doneOf, nextOf } from './progress.js';

/** The lessons follow a leaflet: for house rules, the nearest one. */
const taughtRules = () => nearestPublished(chosenRules());

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, signal }) {
  await Promise.all([loadPart('learn'), css('/css/learn.css')]);
  if (signal.aborted) return;
  const [rules, n] = params;
  if (rules === undefined) {
    const wished = query.get('rules') ?? '';
    return showOverview(root, RULES.includes(wished) ? wished : taughtRules());
  }
  const number = Number(n);
  if (!RULES.includes(rules) || !Number.isInteger(number) || number < 1 || number > lessonsOf(rules).length) return go('/learn', { replace: true });
  return showLesson(root, rules, number, signal);
}

/**
 * @param {HTMLElement} root
 * @param {string} rules
 */
function showOverview(root, rules) {
  title(t('learn.title'));
  const edition = editionOf(rules);
  const spicy = rules !== edition;
  const lessons = lessonsOf(rules);
  const done = doneOf(rules);
  const next = nextOf(rules, lessons.length);

  /** @param {typeof edition} wanted @param {boolean} hot */
  const choose = (wanted, hot) => {
    chooseRules(hot && wanted !== 'classic' ? `${wanted}-spicy` : wanted);
    showOverview(root, taughtRules());
    /** @type {HTMLElement|null} */ (root.querySelector(wanted === edition ? '.learn-spicy input' : '.segmented input:checked'))?.focus();
  };

  const editions = h('fieldset', { class: 'segmented', 'aria-label': t('learn.edition') }, EDITIONS.map((one) => h('label', null,
    h('input', { type: 'radio', name: 'edition', value: one, checked: one === edition, onchange: () => choose(one, spicy) }),
    h('span', null, t(`common.edition_${one}`)))));
  const hot = h('label', { class: 'toggle learn-spicy' },
    h('input', { type: 'checkbox', role: 'switch', checked: spicy, onchange: () => choose(edition, !spicy) }), h('span', null, t('learn.spicy')));

  const own = chosenRules();
  const isOther = !isPublished(own) && rules === nearestPublished(own);

  replace(root, h('div', { class: 'learn-overview' },
    h('h1', null, t('learn.title')),
    h('p', { class: 'learn-intro' }, t('learn.intro')),
    h('div', { class: 'learn-choice' }, editions, edition !== 'classic' && hot),
    isOther && h('p', { class: 'second learn-house' }, t('learn.house', { edition: rulesName(rules), differences: list(differencesFrom(own, rules)) })),
    h('h2', { class: 'unseen' }, t('learn.lessons')),
    h('ol', { class: 'learn-list' }, lessons.map((lesson, i) => h('li', null,
      h('a', { href: `/learn/${rules}/${i + 1}`, class: 'learn-entry' },
        h('span', { class: 'learn-number', 'aria-hidden': 'true' }, i + 1),
        h('span', { class: 'learn-name' }, t(`learn.${lesson.title ?? `${lesson.id}_title`}`)),
        done.has(i + 1) && h('span', { class: 'learn-check' }, icon('check'), h('span', { class: 'unseen' }, t('learn.lesson_done'))))))),
    h('p', { class: 'second' }, t('learn.progress', { count: done.size, total: lessons.length })),
    h('div', { class: 'learn-ways' },
      h('a', { class: 'button ink large', href: `/learn/${rules}/${next}` },
        done.size === 0 ? t('learn.start') : t('learn.continue', { n: next }), icon('next')),
      h('button', { class: 'button large learn-guide', type: 'button', onclick: playGuided }, icon('play'), t('learn.guide')),
      h('a', { class: 'button large', href: '/rules' }, icon('book'), t('learn.read_rules')),
      h('a', { class: 'button large', href: `/rules/${chosenRules()}` }, t('home.house_rules')))));
}

/** Starts a game with the guide, which may have been skipped before. */
async function playGuided() {
  try {
    const { startGuided } = await import('../home/page.js');
    await startGuided({ isFirst: false });
  } catch (error) {
    toast(errorText(error));
  }
}
