/** When the server is there again: sends the turns that waited, and says that nothing was lost. */
import { api, ApiError } from '../api.js';
import { toast } from '../dom.js';
import { isUnsentTurn } from '../game/session.js';
import { address } from '../place.js';
import { keep, recall, UNSENT } from '../store.js';
import { t } from '../text.js';
import { countSince } from './answer.js';

/** @param {number} since when the server went, in ms @param {boolean} isSeen whether the page has said that it was away */
export async function welcomeBack(since, isSeen) {
  const [kept] = await Promise.all([countSince(since), sendWaiting()]);
  if (kept > 0) toast(t('common.back_online_kept', { count: kept }));
  else if (isSeen) toast(t('common.back_online'));
}

/** The games with a turn that was not sent. */
function waiting() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(UNSENT)).map((key) => key.slice(UNSENT.length));
  } catch {
    return [];
  }
}

/** Sends the turns of games whose pages are not open. The server recognises a turn that it knows. */
async function sendWaiting() {
  for (const id of waiting()) {
    const turn = recall(UNSENT + id);
    // The page of a game sends its turn itself.
    if (!isUnsentTurn(turn) || address().pathname === `/game/${id}`) continue;
    try {
      await api.command(id, turn);
    } catch (error) {
      if (!(error instanceof ApiError) || error.isPassing) continue;
    }
    // Sent, or refused for good: the game has gone on.
    if (recall(UNSENT + id)?.id === turn.id) keep(UNSENT + id, null);
  }
}
