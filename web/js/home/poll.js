// Polling while the page is visible.

/**
 * Calls `ask` now and then every `pause` milliseconds while the page is visible; at once when it becomes visible again.
 * @param {() => Promise<number | void>} ask may give another pause for the next time; 0 ends it. It must not throw.
 * @param {number} pause
 * @param {AbortSignal} signal ends it
 * @returns {() => void} asks at once
 */
export function poll(ask, pause, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isAsking = false;
  let isOver = false;

  async function now() {
    if (signal.aborted || isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    const next = (await ask()) ?? pause;
    isAsking = false;
    isOver = next === 0;
    if (!isOver && !signal.aborted && document.visibilityState === 'visible') timer = setTimeout(now, next);
  }
  const seen = () => {
    if (document.visibilityState === 'visible') now();
    else clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', seen, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  now();
  return now;
}
