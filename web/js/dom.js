/** Building the page: elements, icons, messages. Text is always inserted as text, never as markup. */
import { hrefOf } from './place.js';
import { t } from './text.js';

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes] names starting with `on` are listeners; null, undefined and false are left out
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function' && name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'href' && element.localName === 'a') element.setAttribute(name, hrefOf(String(value)));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces all children.
 * @template {Element} E
 * @param {E} parent
 * @param {...Child} children
 * @returns {E}
 */
export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

/** Line icons in a 20 × 20 box. */
const ICONS = {
  undo: 'M7 4 3.5 7.5 7 11M4 7.5h8a4.25 4.25 0 0 1 0 8.5H8',
  replay: 'M5.500 7.200A6 6 0 1 1 4 11.200M3.800 3.800v3.700h3.700',
  hint: 'M7.5 13.5c0-1.6-2.5-2.8-2.5-6a5 5 0 0 1 10 0c0 3.2-2.5 4.400-2.5 6zM7.700 16h4.600M8.500 18.300h3',
  flip: 'M6.500 17V3.500M3.500 6.500l3-3 3 3M13.500 3v13.500M10.500 13.500l3 3 3-3',
  resign: 'M5 18V3h10.500l-2.200 4 2.200 4H5',
  share: 'M10 12.500V3M6.800 5.800 10 2.800l3.200 3M6 9H4.500v8.500h11V9H14',
  record: 'M5 2.500h7l3.500 3.500v11.500H5zM11.500 2.700V6.500h3.800M7.500 10.500h5M7.500 13.500h5',
  play: 'M6.500 4.500v11l9-5.500z',
  users: 'M7.500 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16.500c0-3 2.400-4.800 5.500-4.800s5.500 1.800 5.500 4.800M13 3.800a3 3 0 0 1 0 5.400M15 12c1.900.7 3 2.300 3 4.500',
  link: 'M8.500 11.500a3.200 3.200 0 0 0 4.600 0l3-3a3.250 3.250 0 0 0-4.600-4.600l-1 1M11.500 8.500a3.200 3.200 0 0 0-4.600 0l-3 3a3.250 3.250 0 0 0 4.600 4.600l1-1',
  broadcast: 'M10 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400zM5.500 5.500a6.400 6.400 0 0 0 0 9M14.500 5.500a6.400 6.400 0 0 1 0 9',
  moon: 'M16.500 11.800A7 7 0 1 1 8.200 3.500a5.600 5.600 0 0 0 8.300 8.300z',
  sun: 'M10 13.200a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM10 2v1.800M10 16.200V18M2 10h1.800M16.200 10H18M4.300 4.300l1.300 1.300M14.400 14.400l1.300 1.300M4.300 15.700l1.300-1.300M14.400 5.600l1.300-1.300',
  gear: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  globe: 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM2.500 10h15M10 2.500c2.200 2 3.200 4.500 3.200 7.500s-1 5.500-3.200 7.500c-2.200-2-3.200-4.500-3.200-7.500s1-5.500 3.200-7.500z',
  chevron: 'm5.500 8 4.500 4.500L14.500 8',
  back: 'M12.500 4 6.500 10l6 6',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  eye: 'M1.800 10S4.800 4.800 10 4.800 18.200 10 18.200 10 15.200 15.200 10 15.200 1.800 10 1.800 10zM10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z',
  check: 'm4 10.500 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7.500 7.500h9v9h-9zM4.500 12.500h-1v-9h9v1',
  first: 'M5 4v12M15 4.500 9 10l6 5.500',
  prev: 'M12.500 4.500 6.500 10l6 5.500',
  next: 'm7.500 4.500 6 5.500-6 5.500',
  last: 'M15 4v12M5 4.500 11 10l-6 5.500',
  finish: 'M5 4.500v11l7-5.500zM15.500 4.500v11',
  download: 'M10 3v9.500M6.500 9.500 10 13l3.500-3.500M3.500 16.500h13',
  upload: 'M10 13V3.500M6.500 7 10 3.500 13.500 7M3.500 16.500h13',
  clock: 'M5.500 2.500h9M5.500 17.500h9M6.500 2.500c0 4 2.700 5 3.500 7.500.8-2.500 3.500-3.500 3.500-7.500M6.500 17.500c0-4 2.700-5 3.500-7.500.8 2.500 3.500 3.500 3.500 7.500',
  sound: 'M3 8v4h3l4 3.500v-11L6 8zM13 7.500a3.500 3.500 0 0 1 0 5M15.300 5a7 7 0 0 1 0 10',
  bell: 'M5 14.500h10c-1-1-1.500-2-1.500-5a3.500 3.500 0 0 0-7 0c0 3-.5 4-1.500 5zM8.500 17h3M10 4v1.500',
  no_bell: 'M6.500 9.500c0 3-.5 4-1.500 5h9.500M8 6.600a3.500 3.500 0 0 1 5.500 2.900v1.500M8.500 17h3M3.500 3.500l13 13',
  silent: 'M3 8v4h3l4 3.500v-11L6 8zM13.500 8l4 4M17.500 8l-4 4',
  search: 'M8.800 14.600a5.800 5.800 0 1 0 0-11.600 5.800 5.800 0 0 0 0 11.600zM13 13l4.500 4.500',
  star: 'm10 2.800 2.200 4.600 5 .7-3.600 3.500.9 5L10 14.200l-4.500 2.400.9-5L2.800 8.100l5-.7z',
  book: 'M10 5.500C8.500 4.300 6 4 3 4v11.500c3 0 5.500.3 7 1.500 1.500-1.200 4-1.500 7-1.500V4c-3 0-5.500.3-7 1.500zM10 5.500V17',
  offline: 'M3 3l14 14M2.500 8.200A11 11 0 0 1 6 6M9 4.800a11 11 0 0 1 8.500 3.400M5 11a7.500 7.500 0 0 1 3-1.800M12.500 9.600A7.500 7.500 0 0 1 15 11M8 14a3 3 0 0 1 4 0M10 16.500h.01',
  truth: 'M10 3v14M6 17h8M3 7.500h14M5 7.500l-2.500 5h5zM15 7.500l-2.500 5h5z',
  keys: 'M2.500 5.500h15v9h-15zM5 8.500h.01M8 8.500h.01M11 8.500h.01M14.500 8.500h.01M6 11.500h8',
  turns: 'M3 5.500h14M3 10h14M3 14.500h14',
  comment: 'M3 4h14v9.500H9l-3.500 3.500v-3.500H3z',
  explore: 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM13.300 6.700l-2 4.600-4.600 2 2-4.600z',
  more: 'M3 10a1.400 1.400 0 1 0 2.800 0A1.400 1.400 0 1 0 3 10zM8.600 10a1.400 1.400 0 1 0 2.800 0 1.400 1.400 0 1 0-2.800 0zM14.200 10a1.400 1.400 0 1 0 2.800 0 1.400 1.400 0 1 0-2.800 0z',
  up: 'M10 16V4M5.500 8.500 10 4l4.500 4.500',
  lock: 'M5.500 9h9v7.500h-9zM7 9V6.500a3 3 0 0 1 6 0V9',
};

const FILLED = new Set(['star', 'more']);

/**
 * A line icon of 20 px, hidden from screen readers: a label beside it has the meaning.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const filled = FILLED.has(name);
  return s('svg', { class: 'icon', viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true', focusable: 'false' },
    s('path', {
      d: ICONS[name], fill: filled ? 'currentColor' : 'none', stroke: filled ? null : 'currentColor',
      'stroke-width': 1.5, 'stroke-linecap': 'round', 'stroke-linejoin': 'round',
    }));
}

/** @type {Record<string, HTMLElement>} */
const regions = {};
// Live regions exist from the start: many screen readers miss the first text of a new region.
if (typeof document !== 'undefined') for (const kind of ['polite', 'assertive']) regions[kind] = region(kind);

/** @param {string} kind */
function region(kind) {
  return document.body.appendChild(h('div', { class: 'unseen', 'aria-live': kind, 'aria-atomic': 'true' }));
}

/** Announcements made in the current moment. @type {Map<string, string>} */
const said = new Map();

/**
 * Announces something to screen readers.
 * @param {string} text
 * @param {{assertive?: boolean}} [options]
 */
export function announce(text, { assertive = false } = {}) {
  const kind = assertive ? 'assertive' : 'polite';
  const place = (regions[kind] ??= region(kind));
  const before = said.get(kind);
  // Announcements of one moment are joined.
  const all = before ? `${before} ${text}` : text;
  if (!before) queueMicrotask(() => said.delete(kind));
  said.set(kind, all);
  // A repeated text would be silent: an invisible character makes it new.
  place.textContent = place.textContent === all ? `${all}\u00a0` : all;
}

/**
 * A short message at the lower edge.
 * @param {string} text
 * @param {{action?: () => void, label?: string}} [options]
 */
export function toast(text, { action, label } = {}) {
  document.querySelector('.toast')?.remove();
  announce(text);
  const element = h('div', { class: 'toast' }, h('span', null, text),
    action && label && h('button', { class: 'button small', type: 'button', onclick: () => { element.remove(); action(); } }, label));
  document.body.append(element);
  setTimeout(() => element.remove(), action ? 10_000 : 5_000);
}

/**
 * Shows a dialog. Resolves to the value of the chosen button, or to null if the dialog was closed.
 * @param {{title: string, body?: Child, buttons: {value: string, label: string, ink?: boolean}[]}} options
 * @returns {Promise<string | null>}
 */
export function dialog({ title, body, buttons }) {
  const heading = h('h2', { id: 'dialog-title' }, title);
  const form = h('form', { method: 'dialog' }, heading, h('div', { class: 'dialog-body' }, body),
    buttons.length > 0 && h('div', { class: 'dialog-buttons' }, buttons.map(({ value, label, ink }) =>
      h('button', { class: ink ? 'button ink' : 'button', value }, label))),
    h('button', { class: 'button quiet dialog-close', value: '', 'aria-label': t('common.close'), formnovalidate: true }, icon('close')));
  const element = h('dialog', { 'aria-labelledby': 'dialog-title' }, form);
  document.body.append(element);
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close('');
  });
  return new Promise((resolve) => {
    element.addEventListener('close', () => {
      element.remove();
      resolve(element.returnValue || null);
    });
    element.showModal();
  });
}

/** Whether a key press is meant for a field, a dialog or a menu. @param {KeyboardEvent} event */
export function isForField(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest('input, textarea, select, dialog, [popover], [contenteditable], [role="listbox"], [role="menu"]'));
}

/** Sets an attribute only if it changes: an unchanged one costs nothing. @param {Element} element @param {string} name @param {string|null} value */
export function put(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
