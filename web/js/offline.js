/** On the page that is shown when the server can't be reached: comes back by itself as soon as it can. */

/** Between two attempts, in milliseconds. */
const PAUSE = 3000;

async function attempt() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // Not yet.
  }
}

setInterval(attempt, PAUSE);
addEventListener('online', attempt);
