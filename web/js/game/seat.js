/** A player's card: name, clock, and what this player's last turn did. */
import { pawnIcon } from '../board/pieces.js';
import { h, icon, replace } from '../dom.js';
import { levelName, levelTitle, number, sideName, t } from '../text.js';
import { isAgainstPerson } from './session.js';
import { askedSide, lastTurnOf } from './shown.js';
import { timeLeft, timeToBegin } from './time.js';
import { toldTurn } from './told.js';
import { way } from './ways.js';
import { clockText, countdownText, isYou, nameOf, thinkingText, turnOfText } from './words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./panel.js').Look} Look */

/** @param {'top' | 'bottom'} place @param {() => void} onReplay */
export function seat(place, onReplay) {
  const picture = h('span', { class: 'game-pawn' });
  const name = h('h2', { class: 'game-name' });
  const more = h('p', { class: 'game-who' });
  const first = h('span', { class: 'game-first', role: 'timer' });
  const ahead = h('p', { class: 'game-ahead' });
  const clock = h('span', { class: 'game-clock', role: 'timer' });
  const told = toldBox(onReplay);
  const element = h('section', { class: `game-player card ${place}` }, picture, h('div', { class: 'game-names' }, name, more), ahead, clock, told.element);
  /** @type {Side} */
  let side = 'black';
  let drawn = '';

  /** @param {Session} state @param {Side} mine @param {Look} look @param {number} lead the points by which this side leads @param {number} now */
  function update(state, mine, look, lead, now) {
    side = mine;
    const { game } = state;
    const isMoving = game.to_move === side;
    const whole = nameOf(state, side);
    const key = JSON.stringify([side, whole, isMoving, lead, whoText(state, side), game.clock?.running, look.isFacing]);
    element.classList.toggle('moving', isMoving);
    element.classList.toggle('running', game.clock?.running === side);
    // On a device for two the card of whoever moves says so in large letters.
    element.classList.toggle('called', isMoving && state.you.length === 2 && !look.isFacing);
    if (key !== drawn) {
      drawn = key;
      element.setAttribute('aria-label', t('game.player_label', { name: whole, side: sideName(side) }));
      if (element.dataset['side'] !== side) replace(picture, pawnIcon(side));
      element.dataset['side'] = side;
      name.textContent = isMoving && state.you.length === 2 && !look.isFacing ? turnOfText(state, side) : whole;
      const level = levelOf(game, side);
      const told = whoText(state, side);
      // Face to face each zone speaks to its own player.
      if (look.isFacing) replace(more, first, isMoving && t('game.who_your_turn'));
      else if (level) replace(more, first, h('span', { class: 'game-who-long' }, levelName(level)), h('span', { class: 'game-who-short' }, shortLevel(level)));
      else replace(more, h('span', { class: 'game-side' }, told ? t('game.who_side', { side: sideName(side), told: '' }) : sideName(side)), first, told);
      replace(ahead, lead > 0 && [h('b', null, `+${number(lead)}`), ' ', t('game.ahead')]);
    }
    told.update(state, side, look);
    tick(state, now);
  }

  /** @param {Session} state @param {number} now */
  function tick(state, now) {
    const toBegin = state.game.to_move === side ? timeToBegin(state, now) : null;
    first.hidden = toBegin === null;
    const begins = toBegin === null ? '' : countdownText(toBegin);
    if (first.textContent !== begins) first.textContent = begins;
    const left = timeLeft(state, side, now);
    clock.hidden = left === null;
    if (left === null) return;
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle('low', left < 20_000);
  }

  return { element, update, tick };
}

/** What the player did last, or that they are thinking. The card of whoever is asked has the turn box instead. @param {() => void} onReplay */
function toldBox(onReplay) {
  const words = h('div', { class: 'game-told-words' });
  const replay = h('button', { class: 'game-replay', type: 'button', onclick: onReplay }, icon('replay'), h('span', { 'aria-hidden': 'true' }, t('game.replay_turn')));
  const element = h('div', { class: 'game-told', hidden: true }, words, replay);
  let drawn = '';
  return {
    element,
    /** @param {Session} state @param {Side} side @param {Look} look */
    update(state, side, look) {
      const { game } = state;
      const isHere = game.status === 'playing' && askedSide(state, look.view) !== side;
      element.hidden = !isHere;
      if (!isHere) return;
      const turn = look.watched?.side === side ? look.watched : lastTurnOf(state, side);
      const count = look.watched?.side === side ? look.watched.count : Infinity;
      const thinks = thinkingText(state, side, Date.now());
      const key = JSON.stringify([turn, count, thinks, nameOf(state, side), look.isNotation]);
      if (key === drawn) return;
      drawn = key;
      replay.hidden = !turn || turn.turn === 'pass';
      replay.disabled = count !== Infinity;
      replay.setAttribute('aria-label', t('game.replay_label', { side: sideName(side) }));
      if (turn) replace(words, toldList(game.rules, turn, state.you, count));
      else replace(words, thinks && [h('p', { class: 'game-thinks' }, thinks.title), thinks.text && h('p', { class: 'second' }, thinks.text)]);
    },
  };
}

/**
 * A turn, one line an action.
 * @param {string} rules
 * @param {import('./session.js').Arrival} turn
 * @param {Side[]} you
 * @param {number} [count] how many actions have been shown so far; the room of the others is kept
 */
export function toldList(rules, { side, turn, before }, you, count = Infinity) {
  let shown = 0;
  return h('ol', { class: `game-told-list ${side}` }, toldTurn(rules, before, turn, you).map(({ action, badge, text, short }) => {
    if (action) shown += 1;
    return h('li', { class: shown > count ? 'to-come' : null }, h('span', { class: badge === '★' ? 'game-told-badge star' : 'game-told-badge', 'aria-hidden': 'true' }, badge === '★' ? icon('star') : badge),
      action && way(action), ' ', h('span', { class: 'game-told-text' }, text), h('span', { class: 'game-told-short', 'aria-hidden': 'true' }, short));
  }));
}

/** The level of the computer. @param {import('../types').Game} game @param {Side} side */
function levelOf({ players }, side) {
  const player = players[side];
  return player.type === 'computer' ? player.level : null;
}

/** @param {string} level */
const shortLevel = (level) => (/^\d+$/.test(level) ? levelTitle(level) : t(`game.who_level_${level}`));

/** The line below a name: whose turn it is, and whether the other person is online. @param {Session} state @param {Side} side */
function whoText(state, side) {
  const { game, presence } = state;
  const player = game.players[side];
  if (player.type === 'computer') return '';
  if (player.type === 'open') return t('game.who_open');
  const isElsewhere = isAgainstPerson(game) && presence !== null && !isYou(state, side);
  const where = isElsewhere ? t(presence[side] ? 'game.who_here' : 'game.who_away') : '';
  // On a device for two the name says whose turn it is.
  if (game.to_move !== side || state.you.length === 2) return where;
  const told = t(isYou(state, side) ? 'game.who_your_turn' : 'game.who_to_move');
  return where ? t('game.who_and_presence', { told, presence: where }) : told;
}
