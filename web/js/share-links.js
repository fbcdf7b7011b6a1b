// The addresses of pictures and of the board to embed, and the code that embeds it. Pure.

/** @typedef {{game: string} | {rules: string, position: string}} Shared a finished game, or a position as in addresses */

/** @param {Shared} what */
const placeOf = (what) => ('game' in what ? `game/${encodeURIComponent(what.game)}` : `position/${encodeURIComponent(what.rules)}/${encodeURIComponent(what.position)}`);

/** The address of a picture: its card as PNG, or a whole game as GIF. @param {Shared} what @param {string} language @param {'png'|'gif'} [kind] */
export const picturePath = (what, language, kind = 'png') => `/picture/${placeOf(what)}.${kind}?lang=${encodeURIComponent(language)}`;

/** The name of a downloaded picture. @param {Shared} what @param {'png'|'gif'} [kind] */
export const pictureName = (what, kind = 'png') => `linja-${'game' in what ? what.game : what.position}.${kind}`;

/** The address of the board to embed. @param {Shared} what @param {string} language */
export const embedPath = (what, language) => `/embed/${placeOf(what)}?lang=${encodeURIComponent(language)}`;

/** Text as the value of an attribute. @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The code that embeds a board. @param {string} url @param {string} title */
export const embedCode = (url, title) =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" width="480" height="600" loading="lazy" style="border:0;max-width:100%"></iframe>`;
