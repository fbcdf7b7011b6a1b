// The board that pages of others embed: steps through the positions of a game. The server has put all words into the document.

/** @typedef {{src: string, alt: string, text: string}} Step */

/** @type {Step[]} */
const steps = JSON.parse(document.getElementById('steps')?.textContent || '[]');
const board = /** @type {HTMLImageElement} */ (document.getElementById('board'));
const place = document.getElementById('place');
let shown = steps.length - 1;

/** The step after a button or a key. @type {Record<string, () => number>} */
const WAYS = {
  first: () => 0,
  previous: () => shown - 1,
  next: () => shown + 1,
  last: () => steps.length - 1,
};
/** @type {Record<string, string>} */
const KEYS = { Home: 'first', ArrowLeft: 'previous', ArrowRight: 'next', End: 'last' };

/** @param {number} wanted */
function show(wanted) {
  shown = Math.max(0, Math.min(steps.length - 1, wanted));
  const step = steps[shown];
  if (!step) return;
  board.src = step.src;
  board.alt = step.alt;
  if (place) place.textContent = step.text;
  // A disabled button would lose the focus.
  for (const name of Object.keys(WAYS)) {
    const isAtEnd = name === 'first' || name === 'previous' ? shown === 0 : shown === steps.length - 1;
    document.getElementById(name)?.setAttribute('aria-disabled', String(isAtEnd));
  }
  const next = steps[shown + 1];
  if (next) new Image().src = next.src;
}

for (const [name, way] of Object.entries(WAYS)) {
  document.getElementById(name)?.addEventListener('click', () => show(way()));
}
if (place) {
  document.addEventListener('keydown', (event) => {
    const way = WAYS[KEYS[event.key] ?? ''];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(way());
  });
  show(shown);
}
