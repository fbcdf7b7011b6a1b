/** The page of a game: connects the state with the board, the panel, the server and the clock. */
import { api, ApiError, newId, orError } from '../api.js';
import { board as makeBoard } from '../board/board.js';
import { turnsToMover } from '../device.js';
import { announce, h, replace, toast } from '../dom.js';
import { offline } from '../network.js';
import { actionsOf, other, parse } from '../position.js';
import { rewrite, title } from '../router.js';
import { guideOf, isSolved, keep, oracle, recall, rememberGame, settings, UNSENT } from '../store.js';
import { t } from '../text.js';
import { advice } from './advice.js';
import { isTold, ring, switchBell } from './bell.js';
import { link } from './link.js';
import { followNext, pathOf } from './next.js';
import { panel } from './panel.js';
import { notes, promptBar } from './prompt.js';
import { draftOf, GRACE, hintedActions, isUnsentTurn, mayKnow, open, PASS_WAIT, reduce } from './session.js';
import { askedSide, lastTurnOf, shown, viewOf } from './shown.js';
import { loadEnd, slotBox } from './slot.js';
import { ticker } from './ticker.js';
import { BACK, THOUGHT, watcher } from './watch.js';
import { actionText, nameOf, speech } from './words.js';

/** When a game is copied to this device after a change, in ms. */
const COPY_WAIT = 3_000;

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Message} Message */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, hash, signal, asked }) {
  const id = params[0] ?? '';
  const guided = guideOf(id);
  const [own, first] = await Promise.all([orError(asked ?? api.game(id, signal)), guided && import('./guide.js').then((found) => found.prepareGuide(guided)).catch(() => null)]);
  const over = own instanceof ApiError ? await import('./over.js') : null;
  if (signal.aborted) return;
  if (own instanceof ApiError) return over?.showNoGame(root, own);
  if (own.game.result) await loadEnd(own.game);
  const [makeFacing, makeLink] = await Promise.all([loadFacing(own.you), own.isKept ? import('../kept/link.js').then(({ keptLink }) => keptLink) : link]);
  if (signal.aborted) return;
  // An old link may lead to another game of the same match.
  if (own.game.id !== id) rewrite(pathOf(own.game.id));
  return play(root, own.game.id, own, { code: query.get('invitation'), hash, makeFacing, makeLink, first });
}

/** The module for two people who face each other; without a connection the board turns to whoever moves. @param {import('../types').Side[]} you */
async function loadFacing(you) {
  if (you.length < 2 || settings.get('device') !== 'between') return null;
  return import('./facing.js').then(({ prepareFacing }) => prepareFacing(), () => null);
}

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../types').OwnGame} own
 * @param {{code: string | null, hash: string, makeFacing: typeof import('./facing.js').facing | null, makeLink: typeof link,
 *   first: Awaited<ReturnType<typeof import('./guide.js').prepareGuide>> | null}} visit `first`: in a game with the guide
 */
function play(root, id, own, { code, hash, makeFacing, makeLink, first }) {
  const unsentKey = UNSENT + id;
  let state = open(own, Date.now(), settings.get('send'));
  let flipped = false;
  let truth = settings.get('truth') && !first;
  /** @type {import('../turn.js').Choice | null} */
  let choice = null;
  /** @type {number | null} */
  let retryIn = null;
  let isLeft = false;
  /** @type {Record<string, ReturnType<typeof setTimeout> | undefined>} */
  const timers = {};
  /** @type {(() => void)[]} */
  const offs = [];

  /** @type {import('./facing.js').Facing | null} */
  let facing = null;
  const isFacing = () => facing?.isOn() === true;
  const view = () => viewOf(state, flipped, turnsToMover(settings.get('device'), isFacing()));
  const board = makeBoard({
    rules: own.game.rules, view: view(), interactive: true, sides: own.you, values: false,
    label: t('game.board_label'), onAction: act, onPreview, onKey, pageKeys: true,
  });
  const advisor = advice({ state: () => state, dispatch, wantsValues: () => truth });
  const side = panel({
    onUndo: () => dispatch({ type: 'undo', id: newId() }),
    onHint: advisor.hint, onFlip: flip, onResign: resign, onTurns: toggleTurns, onTruth: toggleTruth, onHelp: help,
    onTell: switchBell,
    onSound: () => settings.set('sound', !settings.get('sound')),
    onReplay: (at) => dispatch({ type: 'replay', at }),
    onReplayTurn: replayTurn,
  }, first);
  const prompt = promptBar({
    onUndo: () => dispatch({ type: 'undo', id: newId() }),
    onUndoTo: (count) => dispatch({ type: 'undo_to', count }),
    onFinish: finish,
    onNow: () => dispatch({ type: 'replay', at: null }),
    onStep: step,
  });
  const lines = notes({
    onRetry: () => server.retry(),
    onAnswer: (agrees) => command({ type: agrees ? 'accept_take_back' : 'decline_take_back' }),
    onClaim: () => command({ type: 'claim_win' }),
  });
  const slot = slotBox({
    state: () => state, view, isMoving: () => playback.isMoving(), code: () => code, send: command, watch: forgetInvitation,
    redraw: () => draw(false), focusBoard: () => board.focus(),
  });
  const heading = h('h1', { class: 'unseen' });
  const page = h('div', { class: 'game', 'data-status': own.game.status },
    heading, side.bar, side.top, h('div', { class: 'game-board' }, board.element), side.bottom, prompt.element, side.head, lines.element,
    side.margin, slot.element, side.turns, side.tools);
  const guide = first?.box({
    guided: first.guided, page, board: board.element, state: () => state, view, isMoving: () => playback.isMoving(), redraw: () => draw(false), finish, focusBoard: () => board.focus(),
  });

  facing = makeFacing?.({ page, side, prompt: prompt.element, redraw: () => draw(true), closeTurns: toggleTurns }) ?? null;

  const server = makeLink(id, {
    state: () => state,
    dispatch,
    onWait: (seconds) => {
      retryIn = seconds;
      lines.update(state, retryIn);
    },
  });

  const clock = ticker({ state: () => state, onTick: (now) => side.tick(state, now), onSecond: drawPanel });

  /** @param {Message} message */
  function dispatch(message) {
    const before = state;
    const held = page.contains(document.activeElement);
    state = reduce(state, message);
    if (state !== before) follow(before, message);
    if (held) keepFocus();
  }

  /** Moves the focus to the board if the focused button was removed. */
  function keepFocus() {
    const now = document.activeElement;
    if (!now || now === document.body || now.matches(':disabled')) board.focus();
  }

  /** Side effects of a change of state. @param {Session} before @param {Message} message */
  function follow(before, message) {
    if (isLeft) return forget(before);
    if (state.outbox !== before.outbox || state.turn !== before.turn || state.stage !== before.stage) {
      keep(unsentKey, state.outbox?.type === 'turn' ? state.outbox : draftOf(state));
    }
    if (followNext(before, state)) return;
    if (state.outbox && state.outbox !== before.outbox) server.deliver();
    if (state.stage !== before.stage || state.turn !== before.turn) wait();
    if (state.game !== before.game) changed(before);
    ring(before, state);
    if (state.notice) notice(state.notice);
    if (state.turn !== before.turn) choice = null;
    const said = speech(before, state, message);
    if (said?.text) announce(said.text, { assertive: said.isEnd });
    if (said?.isEnd) {
      slot.ended();
      sound('end');
    }
    const arrivals = state.arrivals;
    if (arrivals.length > 0) {
      state = reduce(state, { type: 'shown' });
      playback.turns(arrivals, state.game.opponent.type === 'computer' ? THOUGHT : 0);
    } else draw(true);
  }

  /** Deletes the stored copy of a delivered turn, unless a later visit has stored another turn. @param {Session} before */
  function forget(before) {
    if (before.outbox && !state.outbox && recall(unsentKey)?.id === before.outbox.id) keep(unsentKey, null);
  }

  /** Timers: the delay before sending a turn, and before a pass. */
  function wait() {
    clearTimeout(timers['stage']);
    const time = state.stage === 'grace' ? GRACE : state.stage === 'pass' ? PASS_WAIT : 0;
    if (time > 0) timers['stage'] = setTimeout(() => dispatch({ type: 'elapsed', id: newId() }), time);
  }

  /** @param {Session} before */
  function changed(before) {
    page.dataset['status'] = state.game.status;
    rememberGame(state.game, state.you);
    heading.textContent = t('game.title_playing', { black: nameOf(state, 'black'), red: nameOf(state, 'red') });
    title(state.turn && state.you.length === 1 ? t('game.title_turn') : heading.textContent);
    if (code && state.you.length > 0) forgetInvitation();
    if (state.game.position !== before.game.position || !before.turn) advisor.askValues();
    clock.set();
    if (!own.isKept) copySoon();
    // Load the module for the end of the game early, while there is a connection.
    if (before !== state) slot.preload();
  }

  /** Copies the game to this device, so that it can be looked at without a connection. Later: it is not needed now. */
  function copySoon() {
    clearTimeout(timers['copy']);
    if (state.you.length > 0 && !offline.get()) timers['copy'] = setTimeout(copyNow, COPY_WAIT);
  }

  async function copyNow() {
    const { you, invitation, game } = state;
    (await import('../kept/answer.js').catch(() => null))?.copy({ you, invitation, game });
  }

  const playback = watcher({ board, view, onChange: drawPanel, onArrival: () => sound('land'), onEnd: () => draw(false) });

  /** Shows the last turn once more: the pawns go back, and it is played again. */
  function replayTurn() {
    const last = lastTurnOf(state, other(askedSide(state, view())));
    if (playback.isMoving() || !last || last.turn === 'pass' || state.turn?.past.length || state.replay !== null) return;
    playback.turns([last], BACK);
  }

  /** @param {boolean} moves */
  function draw(moves) {
    drawPanel();
    if (playback.isMoving()) return;
    const { position, last } = shown(state);
    const turn = state.replay === null && state.outbox?.type !== 'turn' ? state.turn : null;
    const begun = state.turn && state.turn.past.length > 0 ? { side: state.turn.side, actions: state.turn.actions } : null;
    board.set({
      position: parse(position), turn, rules: state.game.rules, view: view(),
      last: (state.replay === null && begun) || (last && { side: last.side, actions: actionsOf(last.turn), isDrawn: true }),
      hint: hintedActions(state), values: truth && mayKnow(state), sides: state.you,
      mover: state.you.length === 2 && state.game.status === 'playing' && !isFacing() ? parse(position).side : null,
      edges: isFacing() ? 'both' : 'chips', ...guide?.look(), ...slot.look(),
    }, { animate: moves });
  }

  function drawPanel() {
    const below = view();
    const isTopAsked = askedSide(state, below) !== below;
    page.classList.toggle('asks-top', isTopAsked);
    const isEstimate = truth && mayKnow(state) && !isSolved(state.game.rules);
    const isNotation = settings.get('notation');
    side.update(state, { view: below, choice, truth, sound: settings.get('sound'), tell: isTold(), isEstimate, isNotation, isFacing: isFacing(), watched: playback.now() }, Date.now());
    prompt.update(state, choice, { view: below, isFacing: isFacing() });
    lines.update(state, retryIn);
    facing?.update(state, isTopAsked, slot.end());
    slot.draw();
    guide?.update();
  }

  function forgetInvitation() {
    code = null;
    rewrite(pathOf(id));
    slot.draw();
  }

  /** @param {string} action */
  function act(action) {
    if (state.turn) announce(actionText(state.turn, action));
    guide?.acted();
    sound(action.startsWith('+') || action.startsWith('~') ? 'bonus' : 'step');
    dispatch({ type: 'action', action, id: newId() });
  }

  /** @param {import('../turn.js').Choice | null} next */
  function onPreview(next) {
    if (next === choice) return;
    choice = next;
    drawPanel();
  }

  function finish() {
    dispatch({ type: 'finish', id: newId() });
  }

  /** @param {string} name */
  function onKey(name) {
    if (name === 'undo') dispatch({ type: 'undo', id: newId() });
    else if (name === 'finish') finish();
    else if (name === 'hint') advisor.hint();
    else if (name === 'flip') flip();
    else if (name === 'help') help();
    else if (name === 'replay') replayTurn();
  }

  function flip() {
    flipped = !flipped;
    draw(true);
  }

  /** Steps through the turns. @param {number} by */
  function step(by) {
    // After the end the review does it.
    if (page.matches('.with-count, .with-result')) return;
    dispatch({ type: 'replay', at: (state.replay ?? state.game.turns.length) + by });
  }

  function toggleTurns() {
    side.markTurns(page.classList.toggle('turns-open'));
  }

  function toggleTruth() {
    truth = !truth;
    settings.set('truth', truth);
    if (!truth) dispatch({ type: 'values', position: state.game.position, tree: null });
    advisor.askValues();
    draw(false);
  }

  /** The module that is loaded on demand; null without a connection. */
  const later = () => import('./over.js').catch(() => {
    toast(t('common.error_offline'));
    return null;
  });

  async function resign() {
    if (await (await later())?.askToResign(state)) command({ type: 'resign' });
  }

  async function help() { (await later())?.showKeys(); }

  /** @param {{type: string, [field: string]: unknown}} wish */
  function command(wish) {
    // One command at a time: the pending command goes first.
    if (state.isStuck) toast(t('common.error_offline'));
    else dispatch({ type: 'command', command: wish, id: newId() });
  }

  /** @param {string} what */
  function notice(what) {
    toast(t(`game.notice_${what}`));
    state = reduce(state, { type: 'noticed' });
  }

  /** @param {'step' | 'land' | 'bonus' | 'end'} kind */
  function sound(kind) {
    if (settings.get('sound')) import('./sound.js').then(({ click }) => click(kind));
  }

  /** Enter sends the turn; arrows step through the turns. @param {KeyboardEvent} event */
  function onKeydown(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('dialog, input, textarea, select, [popover]')) return;
    const onBoard = board.element.contains(target);
    const isFree = onBoard || !target.closest('button, a');
    if (event.key === 'Enter' && !event.repeat && isFree && state.replay === null && ['grace', 'confirm', 'pass'].includes(state.stage)) {
      event.preventDefault();
      event.stopPropagation();
      finish();
    } else if (!onBoard && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && !event.altKey && !event.ctrlKey && !event.metaKey && !target.closest('.game-list')) {
      step(event.key === 'ArrowLeft' ? -1 : 1);
    } else if (event.key === 'Escape' && page.classList.contains('turns-open')) toggleTurns();
  }

  function appear() {
    if (isLeft) return;
    replace(root, page);
    slot.fit();
  }

  /** Sends a complete turn if the page is left during the delay. */
  function hurry() {
    if (state.stage === 'grace') finish();
  }

  document.addEventListener('keydown', onKeydown, true);
  addEventListener('pagehide', hurry);
  offs.push(offline.on(drawPanel), settings.on('sound', drawPanel), settings.on('tell', drawPanel), settings.on('send', (send) => dispatch({ type: 'send_mode', send })), oracle.on(() => {
    if (truth && isSolved(state.game.rules)) advisor.askValues();
  }));
  const unsent = recall(unsentKey);
  if (unsent?.type === 'draft') state = reduce(state, { type: 'redraft', draft: unsent });
  keep(unsentKey, isUnsentTurn(unsent) ? unsent : draftOf(state));
  changed(state);
  wait();
  // A finished game appears with its result: what is added later would move the board.
  if (state.game.result) slot.draw().then(appear);
  else appear();
  draw(false);
  if (isUnsentTurn(unsent)) dispatch({ type: 'resume', command: unsent });
  else if (hash.startsWith('open=') && state.turn) {
    rewrite(pathOf(id));
    if (state.game.turns.length === 0) dispatch({ type: 'action', action: hash.slice(5), id: newId() });
  }

  return {
    leave() {
      hurry();
      isLeft = true;
      server.close();
      slot.leave();
      facing?.leave();
      guide?.leave();
      clock.stop();
      for (const timer of Object.values(timers)) clearTimeout(timer);
      for (const off of offs) off();
      document.removeEventListener('keydown', onKeydown, true);
      removeEventListener('pagehide', hurry);
      board.destroy();
    },
  };
}
