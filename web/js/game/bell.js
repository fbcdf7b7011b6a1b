/** The bell: whether it has become the player's turn, and telling the player so. */
import { h, icon, toast } from '../dom.js';
import { other, parse } from '../position.js';
import { settings } from '../store.js';
import { errorText, loadPart, t } from '../text.js';

/** @typedef {import('./session.js').Session} Session */

/** Whether a player plays against a person. @param {Pick<Session, 'game' | 'you'>} state */
const isBetweenPeople = ({ game, you }) => you.length === 1 && ['invitation', 'lobby'].includes(game.opponent.type);

/** @param {Pick<Session, 'game' | 'you'>} state */
const isMine = ({ game, you }) => game.status === 'playing' && parse(game.position).side === you[0];

/**
 * Whether it has become the player's turn, against a person.
 * @param {Pick<Session, 'game' | 'you'>} before
 * @param {Pick<Session, 'game' | 'you'>} after
 */
export const hasBecomeMine = (before, after) => isBetweenPeople(after) && isMine(after) && !isMine(before);

/** Tells a player who is not looking that it is the player's turn. @param {Session} before @param {Session} after */
export function ring(before, after) {
  if (!hasBecomeMine(before, after)) return;
  if (settings.get('turnSound')) import('./sound.js').then(({ click }) => click('turn'));
  const mine = after.you[0];
  if (!mine || !document.hidden || !isTold()) return;
  const player = after.game.players[other(mine)];
  const opponent = player.type === 'person' ? player.name ?? null : null;
  import('../notify.js').then(({ show }) => show(after.game.id, opponent)).catch(() => undefined);
}

/** Whether messages are shown on this device. */
export const isTold = () => settings.get('tell') && globalThis.Notification?.permission === 'granted';

/** Switches messages on or off, and says what holds now. */
export async function switchBell() {
  try {
    // The question for permission must follow the click at once.
    const { toggle } = await import('../notify.js');
    const state = await toggle();
    await loadPart('notify');
    toast(t(`notify.tell_${state}`));
  } catch (error) {
    toast(errorText(error));
  }
}

/**
 * The button; false in games that need none.
 * @param {Session} state
 * @param {{tell: boolean}} look
 * @param {() => void} onTell
 */
export function bell(state, { tell }, onTell) {
  const label = t('game.tell_me');
  return isBetweenPeople(state) && !state.game.result && 'serviceWorker' in navigator && 'Notification' in window
    && h('button', { class: 'header-button game-bell', type: 'button', 'aria-pressed': String(tell), 'aria-label': label, title: label, onclick: onTell }, icon(tell ? 'bell' : 'no_bell'));
}
