// Solving the chosen rules in this browser, while the server can't: a button, then the card of the page about solving.

import { h, replace } from '../dom.js';
import { offline } from '../network.js';
import { t } from '../text.js';

/** @typedef {import('./table.js').Known} Known */

/** Whether the server makes no table of these rules now. @param {Known} known */
function isNeeded({ details, refusal }) {
  const table = details?.table;
  return table?.status !== 'solved' && (offline.get() || refusal !== null || table?.reason !== undefined);
}

/** @param {AbortSignal} signal */
export function solvingHere(signal) {
  let id = '';
  let isChecked = false;
  let shown = new AbortController();
  signal.addEventListener('abort', () => shown.abort());
  const button = h('button', { class: 'button small house-here', type: 'button', hidden: true, onclick: () => open(true) }, t('house.solve_here'));
  const place = h('div', { class: 'house-card' });

  /** @param {boolean} isAsked then the card takes the focus */
  async function open(isAsked) {
    const { signal: mine } = shown;
    const { solveCard } = await import('../solve/card.js');
    const card = await solveCard(mine, { rules: id, isOnly: true });
    if (mine.aborted) return;
    button.hidden = true;
    replace(place, card);
    if (isAsked) card.querySelector('h2')?.focus();
  }

  /** Shows the button, or at once what this browser is at or has done. */
  async function offer() {
    const { signal: mine } = shown;
    isChecked = true;
    const { isAble, isBegun } = await import('../solve/card.js');
    const isOpen = isAble() && await isBegun(id);
    if (mine.aborted) return;
    if (isOpen) open(false);
    else button.hidden = !isAble();
  }

  return {
    button,
    place,
    /** @param {Known} known */
    set(known) {
      if (known.id !== id) {
        id = known.id;
        isChecked = false;
        shown.abort();
        shown = new AbortController();
        button.hidden = true;
        replace(place);
      }
      // Without a connection the card may not come; the page then says no more than what stands in the way.
      if (!isChecked && isNeeded(known)) offer().catch(() => undefined);
    },
  };
}
