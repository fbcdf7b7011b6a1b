/** Hints and the values of all actions, as the server knows them. */
import { api } from '../api.js';
import { announce, toast } from '../dom.js';
import { actionsOf } from '../position.js';
import { errorText, t } from '../text.js';
import { estimated } from '../turn.js';
import { hintedActions, mayKnow } from './session.js';
import { spokenAction, turnText } from './told.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * @param {object} page
 * @param {() => Session} page.state
 * @param {(message: import('./session.js').Message) => void} page.dispatch
 * @param {() => boolean} page.wantsValues
 */
export function advice({ state, dispatch, wantsValues }) {
  /** Shows the opening of the best turn, asked again the whole turn. */
  async function hint() {
    const { turn, game, you, hint: known } = state();
    if (!turn || turn.complete || turn.isPass || !mayKnow(state())) return;
    if (known?.level === 1 && hintedActions(state())) {
      dispatch({ type: 'hint', hint: { ...known, level: 2 } });
      announce(t('game.say_hint_turn', { turn: turnText(game.rules, game.position, known.turn, you) }));
      return;
    }
    try {
      const { turns, exact } = await api.turns(game.rules, game.position);
      const found = turns.find(({ turn: text }) => turn.actions.every((action, i) => actionsOf(text)[i] === action));
      if (!found || state().turn !== turn) return;
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

  /** Requests the values of all actions. */
  async function askValues() {
    const { game, turn } = state();
    if (!wantsValues() || !mayKnow(state()) || !turn) return;
    try {
      const solved = await api.position(game.rules, game.position, { values: true });
      const tree = solved.tree?.margin !== undefined ? solved.tree
        : game.tree && estimated(game.tree, (await api.turns(game.rules, game.position)).turns);
      if (wantsValues()) dispatch({ type: 'values', position: game.position, tree: tree ?? null });
    } catch {
      // Without a response the chips show no values.
    }
  }

  return { hint, askValues };
}
