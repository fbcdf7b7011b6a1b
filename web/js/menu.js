// A button that opens a menu of further actions.

import { h, icon } from './dom.js';

let menus = 0;

/**
 * @param {{label: string, picture: Parameters<typeof icon>[0], look?: string, word?: HTMLElement|null}} button
 * @param {import('./dom.js').Child} items buttons and links; each closes the menu
 */
export function menuButton({ label, picture, look = 'button', word = null }, items) {
  menus += 1;
  const id = `menu-${menus}`;
  const menu = h('div', { class: 'menu beside', id, popover: 'auto', 'aria-label': label, role: 'group' }, items);
  // Before the action: closing gives the focus back to the button, and the action may move it.
  menu.addEventListener('click', () => menu.hidePopover(), { capture: true });
  const button = h('button', { class: look, type: 'button', popovertarget: id, 'aria-expanded': 'false', ...(word ? {} : { 'aria-label': label, title: label }) }, icon(picture), word);
  menu.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) place(menu, button);
  });
  return { button, menu };
}

/** Below the button or above it, inside the window. @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const box = button.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const isAbove = below < menu.offsetHeight && box.top > below;
  menu.style.top = `${isAbove ? Math.max(8, box.top - menu.offsetHeight - 4) : box.bottom + 4}px`;
  menu.style.left = `${Math.max(8, Math.min(box.right - menu.offsetWidth, document.documentElement.clientWidth - menu.offsetWidth - 8))}px`;
}
