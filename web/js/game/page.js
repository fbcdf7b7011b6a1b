/** The page of a game: connects the state with the board, the panel, the server and the clock. */
import { api, ApiError, newId, orError } from '../api.js';
import { board as makeBoard } from '../board/board.js';
import { announce, h, replace, toast } from '../dom.js';
import { actionsOf, parse } from '../position.js';
import { rewrite, title } from '../router.js';
import { isSolved, keep, oracle, recall, settings } from '../store.js';
import { errorText, t } from '../text.js';
import { estimated } from '../turn.js';
import { link } from './link.js';
import { followNext, pathOf } from './next.js';
import { panel } from './panel.js';
import { notes, promptBar } from './prompt.js';
import { draftOf, GRACE, hintedActions, isUnsentTurn, mayKnow, open, PASS_WAIT, reduce, shown, viewOf } from './session.js';
import { ticker } from './ticker.js';
import { actionText, nameOf, speech, spokenAction, turnText } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Message} Message */

/**
 * @param {HTMLElement} root
 * @param {import('../router.js').Visit} visit
 */
export async function show(root, { params, query, hash, signal, asked }) {
  const id = params[0] ?? '';
  const own = await orError(asked ?? api.game(id, signal));
  const over = own instanceof ApiError ? await import('./over.js') : null;
  if (signal.aborted) return;
  if (own instanceof ApiError) return over?.showNoGame(root, own);
  // An old link may lead to another game of the same match.
  if (own.game.id !== id) rewrite(pathOf(own.game.id));
  return play(root, own.game.id, own, query.get('invitation'), hash);
}

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {import('../types').OwnGame} own
 * @param {string | null} code
 * @param {string} hash
 */
function play(root, id, own, code, hash) {
  const unsentKey = `linja.unsent.${id}`;
  let state = open(own, Date.now(), settings.get('send'));
  let flipped = false;
  let truth = settings.get('truth');
  /** @type {import('../turn.js').Choice | null} */
  let choice = null;
  /** @type {number | null} */
  let retryIn = null;
  let isMoving = false;
  let isLeft = false;
  /** @type {Record<string, ReturnType<typeof setTimeout> | undefined>} */
  const timers = {};
  /** @type {(() => void)[]} */
  const offs = [];

  const board = makeBoard({
    rules: own.game.rules, view: viewOf(state, flipped), interactive: true, sides: own.you, values: false,
    label: t('game.board_label'), onAction: act, onPreview, onKey,
  });
  const side = panel({
    onUndo: () => dispatch({ type: 'undo', id: newId() }),
    onHint: hint, onFlip: flip, onResign: resign, onTurns: toggleTurns, onTruth: toggleTruth, onHelp: help,
    onSound: () => settings.set('sound', !settings.get('sound')),
    onReplay: (at) => dispatch({ type: 'replay', at }),
  });
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
  const slotBox = h('div', { class: 'game-slot-box', hidden: true });
  const page = h('div', { class: 'game', 'data-status': own.game.status },
    h('h1', { class: 'unseen' }, t('game.title_playing', { black: nameOf(state, 'black'), red: nameOf(state, 'red') })),
    side.bar, side.top, h('div', { class: 'game-board' }, board.element), side.bottom, prompt.element, side.head, lines.element,
    side.margin, slotBox, side.turns, side.tools);
  replace(root, page);

  const server = link(id, {
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
    if (state.notice) notice(state.notice);
    if (state.turn !== before.turn) choice = null;
    const said = speech(before, state, message);
    if (said) announce(said.text, { assertive: said.isEnd });
    if (said?.isEnd) sound('end');
    const arrivals = state.arrivals;
    if (arrivals.length > 0) {
      state = reduce(state, { type: 'shown' });
      animate(arrivals);
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
    title(state.turn && state.you.length === 1 ? t('game.title_turn') : t('game.title_playing', { black: nameOf(state, 'black'), red: nameOf(state, 'red') }));
    if (code && state.you.length > 0) forgetInvitation();
    if (state.game.position !== before.game.position || !before.turn) askValues();
    clock.set();
    // Load the module for the end of the game early, while there is a connection.
    if (before !== state) import('./over.js').catch(() => null);
  }

  /** @type {import('./session.js').Arrival[]} */
  const queue = [];
  /** Animates turns played elsewhere, in order; a click skips. @param {import('./session.js').Arrival[]} arrivals */
  async function animate(arrivals) {
    queue.push(...arrivals);
    drawPanel();
    if (isMoving) return;
    isMoving = true;
    for (let next = queue.shift(); next; next = queue.shift()) {
      board.set({ position: parse(next.before), turn: null, view: viewOf(state, flipped) }, { animate: false });
      if (next.turn !== 'pass') await board.play(actionsOf(next.turn), next.side);
      sound('land');
    }
    isMoving = false;
    draw(false);
  }

  /** @param {boolean} moves */
  function draw(moves) {
    drawPanel();
    if (isMoving) return;
    const { position, last } = shown(state);
    const turn = state.replay === null && state.outbox?.type !== 'turn' ? state.turn : null;
    const begun = state.turn && state.turn.past.length > 0 ? { side: state.turn.side, actions: state.turn.actions } : null;
    board.set({
      position: parse(position), turn, rules: state.game.rules, view: viewOf(state, flipped),
      last: (state.replay === null && begun) || (last && { side: last.side, actions: actionsOf(last.turn) }),
      hint: hintedActions(state), values: truth && mayKnow(state), sides: state.you,
    }, { animate: moves });
  }

  function drawPanel() {
    const isEstimate = truth && mayKnow(state) && !isSolved(state.game.rules);
    side.update(state, { view: viewOf(state, flipped), choice, truth, sound: settings.get('sound'), isEstimate }, Date.now());
    prompt.update(state, choice);
    lines.update(state, retryIn);
    drawSlot();
  }

  let slotKey = '';
  async function drawSlot() {
    const held = slotBox.contains(document.activeElement);
    const needs = state.game.status !== 'playing' || (code !== null && state.you.length === 0);
    if (!needs) {
      slotKey = '';
      slotBox.hidden = true;
      replace(slotBox);
      page.classList.remove('with-slot', 'with-result');
      if (held) board.focus();
      return;
    }
    const over = await import('./over.js').catch(() => null);
    const found = over?.slot(state, viewOf(state, flipped), command, code, forgetInvitation);
    if (!found || found.key === slotKey) return;
    slotKey = found.key;
    replace(slotBox, found.element);
    slotBox.hidden = false;
    if (held) slotBox.querySelector('h2')?.focus({ preventScroll: true });
    page.classList.add('with-slot');
    page.classList.toggle('with-result', state.game.result !== null);
  }

  function forgetInvitation() {
    code = null;
    rewrite(pathOf(id));
    drawSlot();
  }

  /** @param {string} action */
  function act(action) {
    if (state.turn) announce(actionText(state.turn, action));
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
    else if (name === 'hint') hint();
    else if (name === 'flip') flip();
    else if (name === 'help') help();
  }

  function flip() {
    flipped = !flipped;
    draw(true);
  }

  /** Steps through the turns. @param {number} by */
  function step(by) {
    dispatch({ type: 'replay', at: (state.replay ?? state.game.turns.length) + by });
  }

  function toggleTurns() {
    side.markTurns(page.classList.toggle('turns-open'));
  }

  async function hint() {
    const { turn, game } = state;
    if (!turn || turn.complete || turn.isPass || !mayKnow(state)) return;
    if (state.hint?.level === 1 && hintedActions(state)) {
      dispatch({ type: 'hint', hint: { ...state.hint, level: 2 } });
      announce(t('game.say_hint_turn', { turn: turnText(game.rules, game.position, state.hint.turn, state.you) }));
      return;
    }
    try {
      const { turns, exact } = await api.turns(game.rules, game.position);
      const found = turns.find(({ turn: text }) => turn.actions.every((action, i) => actionsOf(text)[i] === action));
      if (!found || state.turn !== turn) return;
      const opening = actionsOf(found.turn)[turn.actions.length];
      if (!opening) {
        toast(t('game.hint_finish'));
        return;
      }
      dispatch({ type: 'hint', hint: { level: 1, opening, turn: found.turn, isEstimate: !exact } });
      const said = turn.past.length === 0 ? t('game.say_hint_opening', { action: spokenAction(opening) }) : t('game.say_hint_turn', { turn: spokenAction(opening) });
      announce(`${said} ${exact ? '' : t('game.estimates')}`.trim());
    } catch (error) {
      toast(errorText(error));
    }
  }

  function toggleTruth() {
    truth = !truth;
    settings.set('truth', truth);
    if (!truth) dispatch({ type: 'values', position: state.game.position, tree: null });
    askValues();
    draw(false);
  }

  /** Requests the values of all actions. */
  async function askValues() {
    const { game } = state;
    if (!truth || !mayKnow(state) || !state.turn) return;
    try {
      const solved = await api.position(game.rules, game.position, { values: true });
      const tree = solved.tree?.margin !== undefined ? solved.tree
        : game.tree && estimated(game.tree, (await api.turns(game.rules, game.position)).turns);
      if (truth) dispatch({ type: 'values', position: game.position, tree: tree ?? null });
    } catch {
      // Without a response the chips show no values.
    }
  }

  /** The module that is loaded on demand; null without a connection. */
  const later = () => import('./over.js').catch(() => {
    toast(t('common.error_offline'));
    return null;
  });

  async function resign() {
    if (await (await later())?.askToResign(state)) command({ type: 'resign' });
  }

  async function help() {
    (await later())?.showKeys();
  }

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

  /** Sends a complete turn if the page is left during the delay. */
  function hurry() {
    if (state.stage === 'grace') finish();
  }

  document.addEventListener('keydown', onKeydown, true);
  addEventListener('pagehide', hurry);
  offs.push(settings.on('sound', drawPanel), settings.on('send', (send) => dispatch({ type: 'send_mode', send })), oracle.on(() => {
    if (truth && isSolved(state.game.rules)) askValues();
  }));
  const unsent = recall(unsentKey);
  if (unsent?.type === 'draft') state = reduce(state, { type: 'redraft', draft: unsent });
  keep(unsentKey, isUnsentTurn(unsent) ? unsent : draftOf(state));
  changed(state);
  wait();
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
      clock.stop();
      for (const timer of Object.values(timers)) clearTimeout(timer);
      for (const off of offs) off();
      document.removeEventListener('keydown', onKeydown, true);
      removeEventListener('pagehide', hurry);
      board.destroy();
    },
  };
}
