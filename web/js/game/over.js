/** What replaces the list of turns before and after a game: invitation, joining, result. Loaded on demand. */
import { pawnIcon } from '../board/pieces.js';
import { dialog, h, icon, replace, toast } from '../dom.js';
import { rulesLink } from '../house.js';
import { countOn, other, parse, ROWS, rowName, worth } from '../position.js';
import { title } from '../router.js';
import { settings } from '../store.js';
import { errorText, number, rich, sideName, signed, t } from '../text.js';
import { pathOf } from './next.js';
import { isAgainstPerson } from './session.js';
import { endText, leadText, matchScore, nameOf, resultText } from './words.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {(command: {type: string, [field: string]: unknown}) => void} Send */

/**
 * The content beside the board; null while the game is in progress.
 * @param {Session} state
 * @param {Side} view
 * @param {Send} send
 * @param {string | null} code the invitation in the address
 * @param {() => void} watch forgets the invitation
 * @returns {{key: string, element: HTMLElement} | null}
 */
export function slot(state, view, send, code, watch) {
  const { game, you } = state;
  if (game.status === 'waiting' && you.length > 0) return { key: `waiting ${state.invitation?.code}`, element: waiting(state, send) };
  if (game.status === 'waiting' && (code || game.opponent.type === 'lobby')) return { key: 'join', element: join(state, send, code) };
  if (game.status === 'waiting') return { key: 'closed', element: message('game.seat_open_title', 'game.seat_open_text') };
  if (game.status === 'withdrawn') return { key: 'withdrawn', element: message('game.withdrawn_title', 'game.withdrawn_text') };
  if (game.status === 'playing') return code && you.length === 0 ? { key: 'used', element: message('game.used_title', 'game.used_text', watch) } : null;
  const key = JSON.stringify(['result', game.seq, view, Boolean(state.outbox), you]);
  return { key, element: result(state, view, send) };
}

/** @param {string} title @param {string} text @param {() => void} [watch] */
function message(title, text, watch) {
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t(title)), h('p', { class: 'second' }, t(text)),
    h('div', { class: 'game-slot-buttons' }, h('a', { class: 'button ink', href: '/' }, t('game.new_game')),
      watch && h('button', { class: 'button', type: 'button', onclick: watch }, icon('eye'), t('game.watch'))));
}

/** Shares a link with the device's share dialog, else copies it. @param {string} title @param {string} url */
export async function share(title, url) {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') return;
    }
  }
  await copy(url);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('common.copied'));
  } catch {
    // An insecure origin has no clipboard: select the field, so that the player can copy it.
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector('.game-link'));
    field?.select();
    toast(t(document.execCommand('copy') ? 'common.copied' : 'game.copy_by_hand'));
  }
}

/** The open seat: the link for a friend, or the challenge in the lobby. @param {Session} state @param {Send} send */
function waiting(state, send) {
  const { invitation } = state;
  const withdraw = h('button', { class: 'button quiet', type: 'button', onclick: () => send({ type: 'withdraw' }) }, t('game.withdraw'));
  if (!invitation && state.game.opponent.type === 'invitation') {
    return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t('game.invitation_title')), h('p', { class: 'second' }, t('game.invitation_elsewhere')),
      h('div', { class: 'game-slot-buttons' }, withdraw));
  }
  if (!invitation) {
    return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t('game.challenge_title')), h('p', { class: 'second' }, t('game.challenge_text')),
      h('div', { class: 'game-slot-buttons' }, withdraw));
  }
  const link = new URL(invitation.path, location.href).href;
  const field = h('input', { class: 'field game-link', type: 'text', readonly: true, value: link, 'aria-label': t('game.invitation_link'), onfocus: () => field.select() });
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t('game.invitation_title')), h('p', { class: 'second' }, t('game.invitation_text')), field,
    h('div', { class: 'game-slot-buttons' },
      h('button', { class: 'button ink', type: 'button', onclick: () => copy(link) }, icon('copy'), t('common.copy_link')),
      'share' in navigator && h('button', { class: 'button', type: 'button', onclick: () => share(t('game.invitation_title'), link) }, icon('share'), t('common.share')),
      withdraw));
}

/** Taking the open seat. @param {Session} state @param {Send} send @param {string | null} code */
function join(state, send, code) {
  const { game } = state;
  const seat = game.players.black.type === 'open' ? 'black' : 'red';
  const host = game.players[other(seat)];
  const name = (host.type === 'person' && host.name) || sideName(other(seat));
  const input = h('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: settings.get('name') });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    const own = input.value.trim();
    settings.set('name', own);
    send({ type: 'join', ...(code ? { code } : {}), ...(own ? { name: own } : {}) });
  };
  return h('section', { class: 'game-slot card' }, h('h2', { tabindex: -1 }, t('game.join_title', { name })),
    h('p', { class: 'second' }, rich('game.join_text', { rules: rulesLink(game.rules), match: t(`common.match_${game.match.games}`), side: sideName(seat) })),
    h('form', { class: 'game-join', onsubmit: submit }, h('label', { class: 'field' }, h('span', null, t('game.your_name')), input),
      h('button', { class: 'button ink' }, icon('play'), t('game.join'))));
}

/** The result, and what to do next. @param {Session} state @param {Side} view @param {Send} send */
function result(state, view, send) {
  const { game } = state;
  const path = pathOf(game.id);
  // A game that was not begun has nothing to look back at.
  const isBegun = game.result?.winner !== null || game.turns.length > 1;
  return h('section', { class: 'game-slot game-result card', 'aria-label': t('game.over_title') },
    h('h2', { class: 'game-result-title', tabindex: -1 }, resultText(state)),
    h('p', { class: 'second' }, [endText(state), matchText(state, view)].filter(Boolean).join(' ')),
    h('div', { class: 'game-slot-buttons' }, goOn(state, send),
      isBegun && h('a', { class: 'button', href: `${path}/review` }, icon('search'), t('game.review')),
      isBegun && h('button', { class: 'button', type: 'button', onclick: () => share(resultText(state), new URL(path, location.href).href) }, icon('share'), t('common.share')),
      isBegun && h('a', { class: 'button', href: `/api/v1/games/${encodeURIComponent(game.id)}/record`, download: `linja-${game.id}.txt` }, icon('download'), t('game.record'))),
    // Below the buttons, so that a phone shows them without scrolling.
    state.isNextNew && h('p', null, t('game.next_began')), otherGames(game), isBegun && scoreTable(state, view));
}

/** Links to the game before this one and to the games of the match. @param {import('../types').Game} game */
function otherGames({ id, match, previous, next, status }) {
  const isRematch = previous !== null && !match.finished.some((game) => game.id === previous);
  const ids = match.finished.map((game) => game.id);
  if (next && status === 'between_games') ids.push(next);
  const links = [
    isRematch && h('li', null, h('a', { href: pathOf(previous) }, t('game.previous_game'))),
    match.games > 1 && ids.map((game, i) => {
      const name = t('game.game_number', { number: number(i + 1) });
      return h('li', null, game === id ? h('span', { 'aria-current': 'page' }, name) : h('a', { href: pathOf(game) }, name));
    }),
  ];
  return links.some(Boolean) && h('nav', { class: 'game-others', 'aria-label': t('game.match_games') }, h('ul', null, links));
}

/** @param {Session} state @param {Side} view */
function matchText(state, view) {
  const { match } = state.game;
  if (match.games === 1) return '';
  const score = matchScore(state.game, view);
  if (match.winner === null) return t('game.match_score', { score });
  if (match.winner === 'draw') return t('game.match_drawn', { score });
  return t('game.match_won', { score, name: nameOf(state, match.winner) });
}

/** The button for the next game. @param {Session} state @param {Send} send */
function goOn(state, send) {
  const { game, you, outbox } = state;
  if (game.next) return h('a', { class: 'button ink', href: pathOf(game.next) }, icon('play'), t('game.to_next'));
  if (you.length === 0) return h('a', { class: 'button ink', href: '/' }, icon('play'), t('game.new_game'));
  const button = (/** @type {string} */ key, /** @type {string} */ type, ink = true) =>
    h('button', { class: ink ? 'button ink' : 'button', type: 'button', disabled: outbox !== null, onclick: () => send({ type }) }, ink && icon('play'), t(`game.${key}`));
  if (game.status === 'between_games') return button('next_game', 'next_game');
  if (!isAgainstPerson(game)) return button('play_again', 'rematch');
  const { rematch } = game.offers;
  if (rematch === null) return button('rematch', 'rematch');
  if (you.includes(rematch)) return h('p', { class: 'game-asked second' }, t('game.asked_rematch'));
  return [h('p', { class: 'game-asked' }, t('game.asks_rematch', { name: nameOf(state, rematch) })), button('accept', 'rematch'), button('decline', 'decline_rematch', false)];
}

/** The points by row. @param {Session} state @param {Side} view */
function scoreTable(state, view) {
  const { game } = state;
  const position = parse(game.position);
  const sides = /** @type {Side[]} */ ([view, other(view)]);
  const rows = Array.from({ length: ROWS }, (_, i) => (view === 'black' ? ROWS - 1 - i : i)).filter((row) => countOn(position, row) > 0);
  /** @param {Side} side @param {number} row */
  const cells = (side, row) => {
    const pawns = position[side][row] ?? 0;
    if (pawns === 0) return [h('td', { class: 'game-sum' }), h('td')];
    const each = worth(game.rules, side, row);
    return [h('td', { class: 'game-sum' }, `${number(pawns)} × ${signed(each)}`), h('td', null, signed(pawns * each))];
  };
  return h('table', { class: 'game-score' }, h('caption', { class: 'unseen' }, t('game.score_table')),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('game.row')), sides.map((side) => h('th', { scope: 'col', colspan: 2 }, h('span', { class: 'game-score-name' }, pawnIcon(side, 22), nameOf(state, side)))))),
    h('tbody', null, rows.map((row) => h('tr', null, h('th', { scope: 'row', class: 'serif' }, rowName(row)), sides.map((side) => cells(side, row))))),
    h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, t('game.total')), sides.map((side) => h('td', { colspan: 2 }, h('b', null, number(game.score[side])))))));
}

/** Asks before resigning. @param {Session} state */
export async function askToResign(state) {
  const { game } = state;
  const view = state.you[0] ?? 'black';
  const match = game.match.games > 1 ? ` ${t('game.match_score', { score: matchScore(game, view) })}` : '';
  const answer = await dialog({
    title: t('game.resign_title'), body: `${leadText(state, game.score)}.${match}`,
    buttons: [{ value: 'resign', label: t('game.resign'), ink: true }, { value: '', label: t('game.keep_playing') }],
  });
  return answer === 'resign';
}

/** All keys of the board. */
export function showKeys() {
  const key = (/** @type {string[]} */ names) => names.map((name) => [h('kbd', null, name), ' ']);
  const lines = /** @type {[string[], string][]} */ ([
    [['a', '…', 'h'], 'letter'], [['↑', '↓'], 'rows'], [[t('game.key_enter'), t('game.key_space')], 'play'], [['←', '→'], 'sides'],
    [['⌫'], 'undo'], [['N'], 'finish'], [['I'], 'hint'], [['X'], 'flip'], [['S'], 'say'], [['?'], 'help'], [['Esc'], 'escape'],
  ]);
  dialog({ title: t('game.keys'), body: h('dl', { class: 'keys' }, lines.map(([names, what]) => [h('dt', null, key(names)), h('dd', null, t(`game.keys_${what}`))])), buttons: [] });
}

/** The page for a wrong link, or for a game that cannot be loaded now. A paused game is tried again. @param {HTMLElement} root @param {import('../api.js').ApiError} error */
export function showNoGame(root, error) {
  const isMissing = error.status === 404 || error.status === 400;
  const isPaused = error.code === 'game_paused';
  const heading = t(isMissing ? 'game.no_game_title' : isPaused ? 'game.paused_title' : 'common.failed');
  title(heading);
  replace(root, h('div', { class: 'message-page' }, h('h1', null, heading),
    h('p', null, isMissing ? t('game.no_game_text') : isPaused ? t('game.paused_text') : errorText(error)),
    isMissing ? h('a', { class: 'button ink', href: '/' }, t('game.new_game'))
      : h('button', { class: 'button ink', type: 'button', onclick: () => location.reload() }, t('common.try_again'))));
  const again = isPaused ? setTimeout(() => location.reload(), (error.retryAfter ?? 30) * 1000) : undefined;
  return { leave: () => clearTimeout(again) };
}
