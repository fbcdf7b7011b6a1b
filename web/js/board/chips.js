// The chips at the right edge of the board, and the labels of the row buttons.

import { h, replace, s } from '../dom.js';
import { countOn, earnedSteps, goalOf, homeOf, other, rowName } from '../position.js';
import { endSuffix, ruleChoices } from '../rules.js';
import { signed, t } from '../text.js';
import { blocked } from '../turn.js';
import { chipPlace } from './geometry.js';
import { calm, discIcon } from './pieces.js';

/** @typedef {import('../position.js').Side} Side */
/** @typedef {import('../position.js').Position} Position */
/** @typedef {import('../turn.js').Turn} Turn */
/** @typedef {import('../turn.js').Choice} Choice */
/** @typedef {{symbol: ''|'▲'|'='|'▼'|'≈', text: string, kind: 'win'|'even'|'loss'|'estimate'}} Value */
/** @typedef {{row: number, own: boolean, to: number|null}} Active the chosen or hovered pawn, and its target row */
/**
 * @typedef {{key: string, row: number, kind: 'steps'|'go'|'exact'|'again'|'blocked'|'bonus'|'locked', action: string|null,
 *   from: number|null, chosen: boolean, head: string, letter: string, dots: number, note: string, short: string,
 *   least: string|null, owner: Side|null, value: Value|null, lead: string, label: string}} Chip of `note`, `short` and `least`
 *   the first that fits is shown; screen readers hear `lead` before the visible text; `label` is the complete announcement
 */

/** The choices of a pawn. @param {Turn} turn @param {Active|null} active */
export const choicesOf = (turn, active) =>
  active ? turn.choices.filter((one) => one.from === active.row && one.own === active.own) : [];

/** The choice that a pawn stands for, or null if there are several. @param {Turn|null} turn @param {Active|null} active @returns {Choice|null} */
export function meant(turn, active) {
  if (!turn || !active) return null;
  const all = choicesOf(turn, active);
  if (active.to !== null) return all.find((one) => one.to === active.to) ?? null;
  return turn.phase === 'bonus' && all.length !== 1 ? null : all[0] ?? null;
}

/** Whether a row lies further up on the screen. @param {Side} view @param {{from: number, to: number}} move */
export const isUp = (view, move) => (move.to > move.from) === (view === 'black');

/** @param {Side} side */
const sideName = (side) => t(`board.${side}`);

/** An exact margin with its sign, or an estimate, which has another symbol. @param {Pick<Choice, 'margin'|'estimate'>} choice @returns {Value|null} */
export function valueOf(choice) {
  const { margin, estimate } = choice;
  if (margin !== null) {
    const kind = margin > 0 ? 'win' : margin < 0 ? 'loss' : 'even';
    return { symbol: margin > 0 ? '▲' : margin < 0 ? '▼' : '=', text: signed(margin), kind };
  }
  return estimate === null ? null : { symbol: '≈', text: signed(Math.round(estimate)), kind: 'estimate' };
}

/**
 * @param {Turn|null} turn
 * @param {{view: Side, active: Active|null, values: boolean, plain?: boolean}} how `plain` hides what is earned or exact
 * @returns {Chip[]}
 */
export function chipsOf(turn, { view, active, values, plain = false }) {
  if (!turn) return [];
  const now = meant(turn, active);
  if (turn.phase === 'bonus') return bonusChips(turn, view, active, now, values);
  /** @type {Chip[]} */
  const chips = turn.choices.map((choice) => {
    const chip = turn.phase === 'follow_up' ? goChip(choice, plain) : stepsChip(turn, choice, plain);
    chip.chosen = now === choice;
    return withValue(chip, choice, values);
  });
  if (turn.phase !== 'follow_up') return chips;
  for (const { from, to } of blocked(turn)) {
    const row = rowName(to);
    chips.push({ ...blank(from, 'blocked'), note: t('board.chip_full', { row }), short: t('board.chip_full_short', { row }), label: t('board.blocked', { to: row }) });
  }
  return chips;
}

/** @param {number} row @param {Chip['kind']} kind @returns {Chip} */
function blank(row, kind) {
  return { key: `${kind}${row}`, row, kind, action: null, from: null, chosen: false, head: '', letter: '', dots: 0, note: '', short: '', least: null, owner: null, value: null, lead: '', label: '' };
}

/** @param {Chip} chip @param {Choice} choice @param {boolean} values */
function withValue(chip, choice, values) {
  return { ...chip, key: choice.action, action: choice.action, from: choice.from, value: values ? valueOf(choice) : null };
}

/** @param {Choice} choice */
const leadOf = (choice) => t('board.chip_lead', { from: rowName(choice.from), to: rowName(choice.to) });

/** The chip of an opening stands on the landing row, and shows the steps earned. @param {Turn} turn @param {Choice} choice @param {boolean} plain @returns {Chip} */
function stepsChip(turn, choice, plain) {
  if (plain) {
    const to = rowName(choice.to);
    return { ...blank(choice.to, 'go'), head: '→', letter: to, lead: leadOf(choice), label: `${leadOf(choice)} ${t('board.follow', { to })}` };
  }
  const earned = choice.node.phase === 'follow_up' ? choice.node.steps ?? 0 : 0;
  const chip = { ...blank(choice.to, 'steps'), head: String(earned), dots: earned, lead: leadOf(choice), label: `${leadOf(choice)} ${opening(turn, choice)}` };
  const note = (/** @type {string} */ key) => {
    chip.note = t(`board.${key}`);
    chip.short = t(`board.${key}_short`);
    chip.dots = 0;
  };
  if (choice.to === goalOf(turn.side)) note('chip_goal');
  else if (choice.node.why === 'game_ended') note('chip_end');
  else if (choice.node.why === 'follow_up_lost') {
    chip.head = String(countOn(turn.position, choice.to));
    note('chip_no_pawn');
  } else if (earned === 0) note('chip_none');
  return chip;
}

/** The chip of a follow-up stands on the row of its pawn. @param {Choice} choice @param {boolean} plain @returns {Chip} */
function goChip(choice, plain) {
  const chip = { ...blank(choice.from, 'go'), head: '→', letter: rowName(choice.to), lead: leadOf(choice), label: `${leadOf(choice)} ${following(choice)}` };
  if (choice.lost > 0) chip.note = chip.short = t('board.chip_lost', { count: choice.lost });
  else if (plain) return { ...chip, label: `${leadOf(choice)} ${t('board.follow', { to: rowName(choice.to) })}` };
  if (choice.exact) return { ...chip, kind: 'exact', note: t('board.chip_exact'), least: '' };
  if (choice.again) return { ...chip, kind: 'again', note: t('board.chip_again'), least: '' };
  return chip;
}

/**
 * @param {Turn} turn
 * @param {Side} view
 * @param {Active|null} active
 * @param {Choice|null} now
 * @param {boolean} values
 * @returns {Chip[]}
 */
function bonusChips(turn, view, active, now, values) {
  const chips = choicesOf(turn, active).map((choice) => {
    const change = t('board.chip_change', { owner: sideName(choice.side), points: signed(choice.change) });
    const chip = { ...blank(choice.to, 'bonus'), head: isUp(view, choice) ? '▲' : '▼', letter: rowName(choice.to), note: change, short: change, least: signed(choice.change), owner: choice.side, chosen: now === choice, lead: t(isUp(view, choice) ? 'board.chip_up' : 'board.chip_down', { to: rowName(choice.to) }), label: pushing(view, choice) };
    return withValue(chip, choice, values);
  });
  const opponent = other(turn.side);
  const goal = goalOf(opponent);
  const isLocked = ruleChoices(turn.rules).bonus === 'any' && (turn.position[opponent][goal] ?? 0) > 0 && !chips.some((chip) => chip.row === goal);
  return isLocked ? [...chips, { ...blank(goal, 'locked'), note: t('board.chip_locked'), short: t('board.chip_locked'), least: '', label: t('board.locked') }] : chips;
}

/** The effect of a choice in words, unless it is hidden. @param {Turn} turn @param {Choice} choice @param {boolean} plain */
function doing(turn, choice, plain) {
  if (plain) return t('board.follow', { to: rowName(choice.to) });
  return turn.phase === 'follow_up' ? following(choice) : opening(turn, choice);
}

/** The effect of an opening in words. @param {Turn} turn @param {Choice} choice */
function opening(turn, choice) {
  const to = rowName(choice.to);
  const steps = choice.node.phase === 'follow_up' ? choice.node.steps ?? 0 : 0;
  if (choice.node.why === 'game_ended') return t(`board.open_end${endSuffix(turn.rules)}`, { to });
  if (choice.node.why === 'follow_up_lost') {
    return t('board.open_lost', { to, count: earnedSteps(turn.rules, turn.side, choice.to, countOn(turn.position, choice.to)) });
  }
  if (choice.to === goalOf(turn.side)) return steps ? t('board.open_goal_step', { count: steps }) : t('board.open_goal');
  return steps ? t('board.open_steps', { to, count: steps }) : t('board.open_none', { to });
}

/** @param {Choice} choice */
function following(choice) {
  const to = rowName(choice.to);
  if (choice.exact) return t('board.follow_exact', { to });
  if (choice.again) return t('board.follow_again', { to });
  return choice.lost ? t('board.follow_lost', { to, count: choice.lost }) : t('board.follow', { to });
}

/** @param {Side} view @param {Choice} choice */
function pushing(view, choice) {
  const args = { to: rowName(choice.to), owner: sideName(choice.side), points: signed(choice.change) };
  return isUp(view, choice) ? t('board.bonus_up', args) : t('board.bonus_down', args);
}

/** The pawns on a row: "c. 3 black, 1 red." @param {Position} position @param {number} row */
export function standing(position, row) {
  const name = rowName(row);
  const pawns = (/** @type {Side} */ side) => t(`board.pawns_${side}`, { count: position[side][row] ?? 0 });
  const { black, red } = position;
  if (!black[row] && !red[row]) return t('board.row_empty', { row: name });
  if (black[row] && red[row]) return t('board.row_two', { row: name, first: pawns('black'), second: pawns('red') });
  return t('board.row_one', { row: name, pawns: pawns(black[row] ? 'black' : 'red') });
}

/**
 * The label of a row button, and whether the button is enabled. In the bonus a row may have a button for each colour.
 * @param {Position} position
 * @param {Turn|null} turn
 * @param {number} row
 * @param {boolean} own
 * @param {{view: Side, values: boolean, plain?: boolean}} how
 * @returns {{label: string, can: boolean}}
 */
export function rowButton(position, turn, row, own, { view, values, plain = false }) {
  const choices = turn ? choicesOf(turn, { row, own, to: null }) : [];
  const said = own ? [standing(position, row)] : [];
  if (turn && choices.length > 0) {
    if (turn.phase === 'bonus') {
      said.push(t(`board.bonus_pawn_${own ? turn.side : other(turn.side)}`, { row: rowName(row) }));
      const upFirst = [...choices].sort((one, two) => Number(isUp(view, two)) - Number(isUp(view, one)));
      said.push(...upFirst.map((choice) => `${pushing(view, choice)}${spoken(choice, values)}`));
    } else said.push(...choices.map((choice) => `${doing(turn, choice, plain)}${spoken(choice, values)}`));
  } else if (turn) {
    const wall = blocked(turn).find((one) => one.from === row);
    if (wall) said.push(t('board.blocked', { to: rowName(wall.to) }));
    else if (turn.phase === 'bonus' && chipsOf(turn, { view, active: null, values }).some((chip) => chip.row === row)) said.push(t('board.locked'));
  }
  return { label: said.join(' '), can: choices.length > 0 };
}

/** @param {Choice} choice @param {boolean} values */
function spoken(choice, values) {
  const value = values ? valueOf(choice) : null;
  if (!value) return '';
  return ` ${t(value.kind === 'estimate' ? 'board.margin_about' : 'board.margin', { margin: value.text })}`;
}

/** The whole position in words, from the viewer's home upwards. @param {Position} position @param {Side} view */
export function spokenPosition(position, view) {
  const rows = Array.from({ length: 8 }, (_, i) => Math.abs(homeOf(view) - i));
  return rows.map((row) => standing(position, row)).join(' ');
}

const LOCK = 'M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm2 0h4V5a2 2 0 0 0-4 0z';

/**
 * Shows chips. A chip keeps its element while it exists, so that transitions work.
 * @param {HTMLElement} layer
 * @returns {(chips: Chip[], at: import('./geometry.js').Layout, turned: boolean) => void} `turned`: to the person at the upper edge
 */
export function chipRack(layer) {
  /** @type {Map<string, HTMLElement>} */
  const shown = new Map();
  return (chips, at, turned) => {
    const keys = new Set(chips.map((chip) => chip.key));
    for (const [key, old] of shown) {
      if (keys.has(key)) continue;
      shown.delete(key);
      fade(old);
    }
    /** @type {[Chip, HTMLElement][]} */
    const changed = [];
    chips.forEach((chip, i) => {
      const one = shown.get(chip.key) ?? h('button', { type: 'button', tabindex: -1, 'data-action': chip.action });
      if (!shown.has(chip.key)) {
        one.style.animationDelay = `${i * 15}ms`;
        shown.set(chip.key, one);
        layer.append(one);
      }
      one.className = ['board-chip', chip.kind, chip.chosen ? 'chosen' : '', chip.value ? 'valued' : '', turned ? 'turned' : ''].filter(Boolean).join(' ');
      if (!chip.action) one.setAttribute('aria-disabled', 'true');
      Object.assign(one.style, chipPlace(at, chip.row, turned));
      const seen = JSON.stringify([chip, at.chip.wide]);
      if (one.dataset['seen'] === seen) return;
      one.dataset['seen'] = seen;
      replace(one, ...chipParts(chip, at.chip.wide));
      changed.push([chip, one]);
    });
    // All widths are read before any chip changes, so that the browser lays the page out once.
    for (const [chip, one, room] of changed.map(([chip, one]) => /** @type {const} */ ([chip, one, roomIn(one)]))) {
      if (room < Infinity) replace(one, ...chipParts(chip, at.chip.wide, room));
    }
  };
}

/**
 * The width that is left for a note that sticks out of its chip: arrows, letters and signs are wider in some fonts.
 * @param {HTMLElement} chip
 */
function roomIn(chip) {
  const note = /** @type {HTMLElement|null} */ (chip.querySelector('.board-note'));
  const room = note ? chip.clientWidth - INSET - note.offsetLeft : Infinity;
  return note && note.offsetWidth > room ? room : Infinity;
}

/** Fades a chip out, and disables it at once. @param {HTMLElement} chip */
function fade(chip) {
  chip.removeAttribute('data-action');
  chip.inert = true;
  if (calm()) chip.remove();
  else chip.animate({ opacity: [1, 0] }, { duration: 80, fill: 'forwards' }).onfinish = () => chip.remove();
}

/** The least space between a note and the edge of its chip. */
const INSET = 3;
/** The width of a chip's note in pixels, in one line and in two. */
const SPACE = { steps: [73, 44], go: [51, 45], exact: [47, 0], again: [47, 0], bonus: [60, 46], blocked: [108, 46], locked: [84, 32] };
/** The smallest size of a note, in pixels. */
const SMALLEST = 10.5;
/** @type {CanvasRenderingContext2D|null} */
let pen = null;

/**
 * The first text that fits, and the size at which it does. Words differ in length from language to language.
 * @param {Chip} chip
 * @param {boolean} wide
 * @param {number} room
 */
function fitted(chip, wide, room) {
  pen ??= document.createElement('canvas').getContext('2d');
  const root = getComputedStyle(document.documentElement);
  const isBold = chip.kind === 'exact' || chip.kind === 'bonus' || chip.chosen;
  const space = Math.min(SPACE[chip.kind][wide ? 0 : 1] ?? 0, room);
  // A chip that cannot be pressed holds nothing but its note.
  const largest = chip.action ? [chip.dots > 0 ? 15 : 13, 11] : [14, 12.5];
  const most = ((largest[wide ? 0 : 1] ?? 0) * parseFloat(root.fontSize)) / 16;
  const texts = chip.dots > 0 ? [t('board.chip_steps', { count: chip.dots }), ''] : [wide && chip.note ? chip.note : null, chip.short || null, chip.least];
  for (const text of texts) {
    if (pen) pen.font = `${isBold ? 700 : 400} 100px ${root.fontFamily}`;
    const size = Math.min(most, (100 * space) / Math.max(1, pen?.measureText(text ?? '').width ?? 1));
    if (text !== null && size >= SMALLEST) return { text, size };
  }
  return { text: texts.findLast((text) => text !== null) ?? '', size: SMALLEST };
}

/** @param {Chip} chip @param {boolean} wide @param {number} [room] */
function chipParts(chip, wide, room = Infinity) {
  const note = () => {
    if (chip.value) {
      const meaning = t(chip.value.kind === 'estimate' ? 'board.chip_about' : 'board.chip_margin');
      return [h('span', { class: `board-value ${chip.value.kind}` }, h('i', null, chip.value.symbol), ' ', chip.value.text), unseen(meaning)];
    }
    if (chip.dots === 0 || chip.chosen) {
      const { text, size } = fitted(chip, wide, room);
      const word = h('span', { class: 'board-note' }, chip.owner && text === chip.least ? discIcon(chip.owner) : null, text);
      word.style.fontSize = `${size}px`;
      if (text) return word;
      if (chip.dots === 0) return chip.note ? unseen(chip.note) : null;
    }
    return [unseen(t('board.chip_steps', { count: chip.dots })), h('span', { class: 'board-dots' }, Array.from({ length: chip.dots }, () => h('i')))];
  };
  const sign = { exact: '★', again: '↻' }[/** @type {string} */ (chip.kind)];
  // The lead names the row, so screen readers skip the letter.
  const letter = chip.letter ? h('i', { 'aria-hidden': 'true' }, chip.letter) : null;
  const head = chip.letter ? h('b', { 'aria-hidden': 'true' }, chip.head) : h('b', null, chip.head, ' ');
  return [
    chip.lead ? unseen(`${chip.lead} `) : null,
    chip.head ? h('span', { class: 'board-go' }, head, letter) : null,
    sign && !chip.value ? h('span', { class: 'board-sign', 'aria-hidden': 'true' }, sign) : null,
    chip.kind === 'locked' ? s('svg', { class: 'board-lock', 'aria-hidden': 'true', viewBox: '0 0 16 16', width: 14, height: 14 }, s('path', { d: LOCK })) : null,
    note(),
  ].flat().filter((part) => part !== null);
}

/** @param {string} text for screen readers only */
const unseen = (text) => h('span', { class: 'unseen' }, text);

/** @param {Active|null} a @param {Active|null} b */
export const isSame = (a, b) => a === b || (a !== null && b !== null && a.row === b.row && a.own === b.own && a.to === b.to);
