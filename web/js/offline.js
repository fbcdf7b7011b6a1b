/** For the offline page: reloads as soon as the server is reachable. */

/** Milliseconds between two attempts. */
const PAUSE = 3000;

async function attempt() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) location.reload();
  } catch {
    // Still unreachable.
  }
}

setInterval(attempt, PAUSE);
addEventListener('online', attempt);
