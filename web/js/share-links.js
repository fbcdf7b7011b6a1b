// The addresses of pictures and of the board to embed, and the code that embeds it. Pure.

/** @typedef {{game: string} | {rules: string, position: string}} Played a finished game, or a position as in addresses */
/** @typedef {Played | {rules: string, date: string} | {rules: string}} Shared that, the puzzle of a day, or a rule set */
/** @typedef {'png'|'svg'|'gif'} Kind a card as PNG or SVG, or a whole game as GIF */

/** @param {Shared} what */
function placeOf(what) {
  const parts = 'game' in what ? ['game', what.game]
    : 'position' in what ? ['position', what.rules, what.position]
      : 'date' in what ? ['puzzle', what.rules, what.date] : ['rules', what.rules];
  return parts.map(encodeURIComponent).join('/');
}

/** The address of a picture. @param {Shared} what @param {string} language @param {Kind} [kind] */
export const picturePath = (what, language, kind = 'png') => `/picture/${placeOf(what)}.${kind}?lang=${encodeURIComponent(language)}`;

/** The name of a downloaded picture. @param {Shared} what @param {Kind} [kind] */
export function pictureName(what, kind = 'png') {
  const name = 'game' in what ? what.game : 'position' in what ? what.position : 'date' in what ? `puzzle-${what.date}` : what.rules;
  return `linja-${name}.${kind}`;
}

/** The address of the board to embed. @param {Played} what @param {string} language */
export const embedPath = (what, language) => `/embed/${placeOf(what)}?lang=${encodeURIComponent(language)}`;

/** Text as the value of an attribute. @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The code that embeds a board. @param {string} url @param {string} title */
export const embedCode = (url, title) =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="480" height="600" loading="lazy" style="border:0;max-width:100%"></iframe>`;
