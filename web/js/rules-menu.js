// The menu in which a rule set is chosen: the published ones, the named ones of this device, and the way to house rules.

import { h, icon, replace } from './dom.js';
import { describeRules, ownRules, rulesName } from './house.js';
import { isPublished, PUBLISHED } from './rules.js';
import { t } from './text.js';

let menus = 0;

/** What distinguishes a rule set, in one line. @param {string} id */
export function rulesLine(id) {
  if (!isPublished(id)) return describeRules(id);
  return id.endsWith('-spicy') ? t('home.edition_spicy_line') : t(`home.edition_${id}_line`);
}

/**
 * @param {(rules: string) => void} onChoose
 * @param {{isQuiet?: boolean}} [how] `isQuiet`: a line of text without a frame
 * @returns {{element: HTMLElement, set: (rules: string) => void}}
 */
export function rulesMenu(onChoose, { isQuiet = false } = {}) {
  menus += 1;
  const id = `rules-menu-${menus}`;
  const value = h('b', null);
  const button = h('button', { class: isQuiet ? 'button quiet rules-button' : 'button rules-button', type: 'button', popovertarget: id, 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    h('span', null, t('home.choice', { name: t('home.rules') })), ' ', value, icon('chevron'));
  const menu = h('div', { class: 'menu rules-menu', id, popover: 'auto', role: 'menu', 'aria-label': t('home.rules'), onkeydown: move });
  let rules = '';

  /** @param {string} each */
  function item(each) {
    const isChosen = each === rules;
    return h('button', {
      type: 'button', role: 'menuitemradio', 'aria-checked': String(isChosen), tabindex: -1, 'data-rules': each,
      onclick: () => {
        menu.hidePopover();
        if (!isChosen) onChoose(each);
      },
    }, h('span', null, h('b', null, rulesName(each)), h('span', null, rulesLine(each))), isChosen && icon('check'));
  }

  function fill() {
    const own = ownRules().map((each) => each.id);
    // Rules from a link, which have no name on this device.
    const shared = isPublished(rules) || own.includes(rules) ? [] : [rules];
    replace(menu, PUBLISHED.map(item), [...shared, ...own].map(item),
      h('a', { class: 'rules-more', role: 'menuitem', tabindex: -1, href: `/rules/${rules}`, onclick: () => menu.hidePopover() },
        h('span', null, h('b', null, t('home.house_rules')), h('span', null, t('home.house_rules_line'))), icon('next')));
  }

  /** Below the button, inside the window. */
  function place() {
    const box = button.getBoundingClientRect();
    const below = innerHeight - box.bottom - 12;
    const isAbove = below < menu.offsetHeight && box.top > below;
    menu.style.maxHeight = `${Math.max(160, isAbove ? box.top - 12 : below)}px`;
    menu.style.top = `${isAbove ? Math.max(8, box.top - menu.offsetHeight - 4) : box.bottom + 4}px`;
    menu.style.left = `${Math.max(8, Math.min(box.left, document.documentElement.clientWidth - menu.offsetWidth - 8))}px`;
  }

  /** @returns {HTMLElement[]} */
  const items = () => [...menu.querySelectorAll('[role^=menuitem]')].map((each) => /** @type {HTMLElement} */ (each));

  /** @param {KeyboardEvent} event */
  function move(event) {
    const all = items();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') menu.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  menu.addEventListener('beforetoggle', (event) => { if (event.newState === 'open') fill(); });
  menu.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    place();
    (items().find((each) => each.getAttribute('aria-checked') === 'true') ?? items()[0])?.focus();
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.showPopover();
  });

  return {
    element: h('div', { class: 'rules-choice' }, button, menu),
    set(next) {
      rules = next;
      value.textContent = rulesName(next);
    },
  };
}
