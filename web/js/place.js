/**
 * Where this copy of the page is: with its server, or as plain files on any host (`linja site`). A host of plain files knows no
 * addresses of pages, so there they stand in the fragment: `#/explorer`.
 */

/**
 * What a copy as plain files came with.
 * @typedef {object} Site
 * @property {string} version of the program
 * @property {string | null} server the address of a server elsewhere, without a slash at the end
 * @property {{rules: string[], first: string, last: string} | null} puzzles the days that have puzzles
 * @property {string[]} tables the files of tables, below `tables/`
 * @property {boolean} previews whether puzzles have documents of their own, which other sites can show
 */

const block = typeof document === 'undefined' ? null : document.getElementById('site');

/** Null for a page that came from its server. @type {Site | null} */
export const site = block?.textContent ? JSON.parse(block.textContent) : null;

/** The address of the server: empty if the page came from it, null if there is none. @type {string | null} */
export const server = site ? site.server : '';

/** A file beside the document, such as `sw.js`. @param {string} name */
export const fileAddress = (name) => (site ? name : `/${name}`);

/** The address of the page, as it would be on a server. @returns {URL} */
export function address() {
  if (!site) return new URL(location.href);
  const path = location.hash.slice(1);
  return new URL(path.startsWith('/') ? path : '/', location.origin);
}

/** The address of a page as links hold it. @param {string} path on a server, with its query and fragment */
export const hrefOf = (path) => (site && path.startsWith('/') ? `#${path}` : path);

/** The address of a page to give to others. @param {string} path */
export function linkOf(path) {
  const isPreviewed = site?.previews && /^\/puzzle\/[^/]+\/\d{4}-\d{2}-\d{2}$/.test(path);
  return new URL(isPreviewed ? `.${path}/` : hrefOf(path), location.href).href;
}

/** The path of the page that a link leads to; null if that is no page of this site. @param {HTMLAnchorElement} link */
export function pathOf(link) {
  if (link.origin !== location.origin) return null;
  if (!site) return link.pathname.startsWith('/api/') ? null : link.pathname + link.search + link.hash;
  const isHere = link.pathname === location.pathname && link.hash.startsWith('#/');
  return isHere ? link.hash.slice(1) : null;
}
