// Mouse, touch and keyboard on the board. A mouse click plays, since hovering has shown the outcome; the first tap only
// chooses. Every drag has an equivalent click. Chips and ghosts take clicks before rows.

import { goalOf, homeOf, isInner, rowIndex } from '../position.js';
import { isForField } from '../dom.js';
import { settings } from '../store.js';
import { choicesOf, isUp, meant } from './chips.js';
import { lineOf, rowAt } from './geometry.js';

/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {import('./chips.js').Active} Active */
/**
 * What the input needs from the board.
 * @typedef {{element: HTMLElement, turn: () => import('../turn.js').Turn|null, at: () => import('./geometry.js').Layout,
 *   pawnX: (choice: Choice) => number, landX: (choice: Choice) => number,
 *   hasPageKeys: boolean, chosen: () => Active|null, choose: (active: Active|null) => void, hovered: () => Active|null, hover: (active: Active|null) => void,
 *   isJustLanded: (row: number) => boolean,
 *   drag: (choice: Choice, x: number, y: number) => void, drop: () => void, say: (choice: Choice) => void,
 *   play: (choice: Choice, dropped?: boolean) => void, skip: () => boolean, isPlaying: () => boolean,
 *   cursor: () => {row: number, own: boolean}, moveTo: (row: number, own: boolean) => void, key: (name: string) => void}} Host
 */

/** The distance from which on a movement is a drag. */
const DRAG = 6;
/** Keys that the board passes on to the page. */
const NAMES = /** @type {Record<string, string>} */ ({ n: 'finish', i: 'hint', x: 'flip', r: 'replay', s: 'say', '?': 'help' });

/** @param {Host} host @returns {() => void} stops listening */
export function steer(host) {
  const { element } = host;
  const stop = new AbortController();
  /** @type {{id: number, type: string, x: number, y: number, choice: Choice|null, isDrag: boolean}|null} */
  let press = null;
  let isSwallowed = false;

  const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ fn) => element.addEventListener(name, fn, { signal: stop.signal });

  /** @param {MouseEvent} event */
  const point = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** The movable pawn at or near a point. @param {{x: number, y: number}} at @returns {Choice|null} */
  function pawnAt({ x, y }) {
    const row = rowAt(host.at(), y);
    const near = (host.turn()?.choices ?? []).filter((one) => one.from === row);
    const reach = Math.max(24, host.at().place * 0.55);
    return near.find((one) => Math.abs(host.pawnX(one) - x) <= reach) ?? null;
  }

  /** The pawn meant by a point: the pawn under it, else the nearest on its row, else the only pawn that can land there. @param {{x: number, y: number}} at @returns {Active|null} */
  function meantAt(at) {
    const turn = host.turn();
    const { edges, left, right, width } = host.at();
    // A click between steppers does not mean the row.
    if (!turn || (edges === 'steppers' && (at.x < left || at.x > width - right))) return null;
    const row = rowAt(host.at(), at.y);
    const here = turn.choices.filter((one) => one.from === row);
    const nearest = here.sort((a, b) => Math.abs(host.pawnX(a) - at.x) - Math.abs(host.pawnX(b) - at.x))[0];
    if (nearest) return { row, own: nearest.own, to: null };
    const coming = turn.phase === 'bonus' ? [] : turn.choices.filter((one) => one.to === row);
    return coming.length === 1 && coming[0] ? { row: coming[0].from, own: true, to: row } : null;
  }

  /** @param {EventTarget|null} target @returns {Choice|null|undefined} undefined if the target is no chip */
  function chipAt(target) {
    const chip = target instanceof Element ? target.closest('.board-chip') : null;
    if (!(chip instanceof HTMLElement)) return undefined;
    return host.turn()?.choices.find((one) => one.action === chip.dataset['action']) ?? null;
  }

  /** The choices whose ghosts are shown. @param {import('../turn.js').Turn} turn @returns {Choice[]} */
  function ghosts(turn) {
    const hovered = choicesOf(turn, host.hovered());
    return turn.phase === 'follow_up' ? [...hovered, ...turn.choices.filter((one) => isInner(one.to))] : hovered;
  }

  /**
   * The choice that lands where the pointer is, unless another movable pawn is nearer. For the chosen pawn its whole
   * row counts, else only the ghost, because the row means its own pawns.
   * @param {{x: number, y: number}} at
   */
  function landingAt(at) {
    const turn = host.turn();
    if (!turn) return null;
    const chosen = host.chosen();
    const row = rowAt(host.at(), at.y);
    const landing = (chosen ? choicesOf(turn, chosen) : ghosts(turn)).find((one) => one.to === row);
    if (!landing) return null;
    const away = Math.abs(host.landX(landing) - at.x);
    const pawn = pawnAt(at);
    if (pawn && Math.abs(host.pawnX(pawn) - at.x) < away) return null;
    return chosen || away <= host.at().place / 2 ? landing : null;
  }

  listen('pointerdown', (/** @type {PointerEvent} */ event) => {
    isSwallowed = false;
    if (event.button !== 0) return;
    const at = point(event);
    press = { id: event.pointerId, type: event.pointerType, ...at, choice: chipAt(event.target) === undefined ? pawnAt(at) : null, isDrag: false };
  });

  listen('pointermove', (/** @type {PointerEvent} */ event) => {
    const at = point(event);
    if (press?.id === event.pointerId && press.choice && (press.isDrag || Math.hypot(at.x - press.x, at.y - press.y) > DRAG)) {
      if (!press.isDrag) {
        press.isDrag = true;
        element.setPointerCapture(event.pointerId);
        element.classList.add('dragging');
      }
      const { from, own } = press.choice;
      const turn = host.turn();
      if (!turn) return;
      const over = choicesOf(turn, { row: from, own, to: null }).find((one) => one.to === rowAt(host.at(), at.y));
      host.choose({ row: from, own, to: turn.phase === 'bonus' ? over?.to ?? null : null });
      host.drag(press.choice, at.x, at.y);
      return;
    }
    if (event.pointerType !== 'mouse') return;
    const chip = chipAt(event.target);
    if (chip) host.hover({ row: chip.from, own: chip.own, to: chip.to });
    else if (chip === null) host.hover(null);
    else {
      const landing = landingAt(at);
      if (landing) host.hover({ row: landing.from, own: landing.own, to: landing.to });
      else host.hover(host.turn()?.phase === 'bonus' && host.chosen() ? null : meantAt(at));
    }
  });

  /**
   * Plays a chip on `pointerup` of a finger: right after a drag, browsers may omit the click.
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} from where the finger came down
   */
  function tapChip(event, from) {
    const at = point(event);
    const chip = chipAt(event.target);
    if (!chip || host.isPlaying() || Math.hypot(at.x - from.x, at.y - from.y) > DRAG) return;
    isSwallowed = true;
    host.play(chip);
    // The keyboard focus of the board must not look like a pawn chosen by the finger.
    host.hover(null);
  }

  const release = (/** @type {PointerEvent} */ event) => {
    if (press?.id !== event.pointerId) return;
    const { isDrag, choice, x, y } = press;
    press = { ...press, isDrag: false, choice: null };
    if (!isDrag && event.type === 'pointerup' && event.pointerType === 'touch') tapChip(event, { x, y });
    if (!isDrag || !choice) return;
    isSwallowed = true;
    element.classList.remove('dragging');
    const at = point(event);
    const turn = host.turn();
    const found = event.type === 'pointerup' && turn
      ? choicesOf(turn, { row: choice.from, own: choice.own, to: null }).find((one) => one.to === rowAt(host.at(), at.y))
      : undefined;
    if (found) host.play(found, true);
    else host.drop();
  };
  listen('pointerup', release);
  listen('pointercancel', release);
  listen('pointerleave', (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === 'mouse' && !press?.isDrag) host.hover(null);
  });

  listen('click', (/** @type {MouseEvent} */ event) => {
    if (isSwallowed) {
      isSwallowed = false;
      return;
    }
    if (host.skip()) return;
    const turn = host.turn();
    if (!turn) return;
    const chip = chipAt(event.target);
    const isPointed = event.detail > 0 && press !== null;
    const isMouse = isPointed && press?.type === 'mouse';
    // The second click of a double click would play an action that the player has not seen.
    if (isMouse && event.detail > 1) return;
    if (chip !== undefined) {
      if (chip) host.play(chip);
      return;
    }
    const spot = event.target instanceof Element ? event.target.closest('.board-spot') : null;
    if (!isPointed && spot instanceof HTMLElement) {
      activate(Number(spot.dataset['row']), spot.dataset['own'] !== 'false');
      return;
    }
    tap(turn, point(event), isMouse);
  });

  /** @param {import('../turn.js').Turn} turn @param {{x: number, y: number}} at @param {boolean} isMouse */
  function tap(turn, at, isMouse) {
    const chosen = host.chosen();
    // Whoever clicks a pawn and then its target, as in chess, has played with the first click.
    if (turn.phase !== 'bonus' && host.isJustLanded(rowAt(host.at(), at.y))) return;
    const landing = landingAt(at);
    if (landing) return host.play(landing);
    const active = meantAt(at);
    const choice = meant(turn, active);
    if (turn.phase === 'bonus') {
      const isSame = chosen && active && chosen.row === active.row && chosen.own === active.own;
      return host.choose(isSame ? null : active && { ...active, to: null });
    }
    const isAgain = chosen !== null && active !== null && chosen.row === active.row;
    if (choice && (isMouse || isAgain)) return host.play(choice);
    host.choose(active);
  }

  /** Enter, Space, or a screen reader's click on a row. @param {number} row @param {boolean} own */
  function activate(row, own) {
    const turn = host.turn();
    if (!turn) return;
    const active = { row, own, to: null };
    const chosen = host.chosen();
    if (turn.phase === 'bonus') {
      const isChosen = chosen?.row === row && chosen.own === own;
      const choice = isChosen ? meant(turn, chosen) : null;
      if (choice) host.play(choice);
      else if (!isChosen && choicesOf(turn, active).length > 0) host.choose(active);
      return;
    }
    const choice = meant(turn, active);
    if (choice) host.play(choice);
  }

  /** The next row whose button is enabled, or the next row if none is. @param {number} step -1 is up */
  function go(step) {
    const turn = host.turn();
    const at = host.at();
    const { row, own } = host.cursor();
    for (let line = lineOf(at, row) + step; line >= 0 && line <= 7; line += step) {
      const next = at.view === 'black' ? 7 - line : line;
      const here = turn?.choices.filter((one) => one.from === next) ?? [];
      if (turn && turn.choices.length > 0 && here.length === 0) continue;
      host.moveTo(next, here.length > 0 ? here.some((one) => one.own === own) ? own : !own : true);
      return;
    }
  }

  /** In the bonus: the other colour, on this row or on the nearest that has it. @param {boolean} own */
  function colour(own) {
    const row = host.cursor().row;
    const rows = (host.turn()?.choices ?? []).filter((one) => one.own === own).map((one) => one.from);
    const nearest = rows.sort((a, b) => Math.abs(a - row) - Math.abs(b - row))[0];
    if (nearest === undefined) return;
    host.choose(null);
    host.moveTo(nearest, own);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the board handled the key */
  function handle(event) {
    const { key } = event;
    const turn = host.turn();
    const chosen = host.chosen();
    const at = host.at();
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (step !== undefined) {
      if (turn?.phase === 'bonus' && chosen) {
        const choice = choicesOf(turn, chosen).find((one) => isUp(at.view, one) === (step === -1));
        if (choice) host.choose({ ...chosen, to: choice.to });
        if (choice) host.say(choice);
      } else go(step);
      return true;
    }
    if ((key === 'ArrowLeft' || key === 'ArrowRight') && turn?.phase === 'bonus') {
      colour((key === 'ArrowLeft') === (turn.side === at.view));
      return true;
    }
    if (key === 'Home' || key === 'End') {
      host.moveTo(key === 'Home' ? homeOf(at.view) : goalOf(at.view), true);
      return true;
    }
    if (key === 'Escape') {
      host.choose(null);
      host.hover(null);
      return false;
    }
    if (key === 'Enter' || key === ' ') {
      if (host.skip()) return true;
      if (key === 'Enter' && (!turn || turn.choices.length === 0)) return host.key('finish'), true;
      activate(host.cursor().row, host.cursor().own);
      return true;
    }
    if (key === 'Backspace') return host.key('undo'), true;
    return settings.get('keys') === false ? false : letter(key.toLowerCase());
  }

  /** @param {string} key */
  function letter(key) {
    const turn = host.turn();
    const chosen = host.chosen();
    const row = rowIndex(key);
    if (row < 0) {
      const name = NAMES[key];
      if (name) host.key(name);
      return name !== undefined;
    }
    if (turn && chosen?.row === row) {
      const choice = meant(turn, chosen);
      if (choice) host.play(choice);
      return true;
    }
    const here = turn?.choices.filter((one) => one.from === row) ?? [];
    const own = here.length === 0 || here.some((one) => one.own);
    host.moveTo(row, own);
    if (here.length > 0) host.choose({ row, own, to: null });
    return true;
  }

  /** Whether a key is for the board: any key on the board itself, elsewhere those that no button, link or list uses. @param {KeyboardEvent} event */
  function isForBoard(event) {
    const { target, key } = event;
    if (isForField(event) || !(target instanceof Element)) return false;
    if (!element.contains(target)) return host.hasPageKeys && (key === 'Escape' || key === 'Backspace' || (key.length === 1 && key !== ' '));
    return target.closest('.board-spot') !== null || (target.closest('.board-chip') !== null && key !== 'Enter' && key !== ' ');
  }

  document.addEventListener('keydown', (event) => {
    if (!isForBoard(event)) return;
    // A key held down must not play, undo or ask twice; only arrows repeat.
    const isGoingOn = event.key.startsWith('Arrow') || event.key.startsWith('Page') || event.key === 'Tab';
    if (event.repeat && !isGoingOn) return event.preventDefault();
    if (handle(event)) event.preventDefault();
  }, { signal: stop.signal });

  // A tap elsewhere deselects the pawn.
  document.addEventListener('pointerdown', (event) => {
    if (host.chosen() && event.target instanceof Node && !element.contains(event.target)) host.choose(null);
  }, { signal: stop.signal });

  return () => stop.abort();
}
