// Tabs: one panel is shown, arrows move between the tabs.

import { h, replace } from '../dom.js';

/**
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {(name: Name) => string} label
 * @param {string} whole what the tabs belong to
 */
export function tabsOf(names, label, whole) {
  const tabs = names.map((name) => h('button', {
    role: 'tab', type: 'button', id: `study-tab-${name}`, 'aria-controls': `study-panel-${name}`, onclick: () => open(name),
  }, label(name)));
  const panels = names.map((name) => h('div', { role: 'tabpanel', id: `study-panel-${name}`, 'aria-labelledby': `study-tab-${name}`, class: `study-panel ${name}` }));
  const strip = h('div', { class: 'study-tabs', role: 'tablist', 'aria-label': whole }, tabs);

  /** @param {Name} wanted */
  function open(wanted) {
    names.forEach((name, at) => {
      const tab = /** @type {HTMLElement} */ (tabs[at]);
      tab.setAttribute('aria-selected', String(name === wanted));
      tab.tabIndex = name === wanted ? 0 : -1;
      /** @type {HTMLElement} */ (panels[at]).hidden = name !== wanted;
    });
  }
  strip.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.findIndex((tab) => tab === document.activeElement) + by;
    const name = names[at];
    if (by === 0 || name === undefined) return;
    event.preventDefault();
    open(name);
    tabs[at]?.focus();
  });
  const first = names[0];
  if (first !== undefined) open(first);
  return {
    element: h('div', { class: 'study-tabbed' }, strip, panels),
    /** @param {Record<Name, import('../dom.js').Child[]>} contents */
    fill: (contents) => names.forEach((name, at) => replace(/** @type {Element} */ (panels[at]), ...contents[name])),
  };
}
