import { portalPaths } from './portal-paths.ts';
import { publicPages } from './public-pages.ts';

export const usernameShape =
  'Usernames can have letters from A to Z, digits and, after the first character, . _ -';

/** The days for which nobody else can take a given-up username: old links would lead to the wrong person. */
export const heldDays = 90;

/** The most usernames held for one user, so that nobody hoards them. */
export const mostHeld = 3;

const dotsBetween = 'A dot in a username must be between two other characters.';
const noFile = 'A username cannot end in a file extension such as .html.';
const keptForSite = 'This username is reserved. Choose another.';

/** File extensions: a page `/profile/x.html` would be the page of `x` (N-PPL-14). */
export const fileEndings: readonly string[] = (
  'html htm xhtml shtml php asp aspx jsp cgi js mjs cjs css map wasm json jsonl xml rss atom txt md csv tsv ' +
  'pdf zip gz tar svg png jpg jpeg gif webp avif bmp ico tif tiff woff woff2 ttf otf mp3 wav flac ogg m4a mp4 ' +
  'webm webmanifest'
).split(' ');

const addresses = [...publicPages.map(({ path }) => path), ...portalPaths].flatMap(
  (path) => path.split('/', 2)[1] || [],
);

/** The reserved usernames (N-PPL-14): pages, screens, other addresses, files, and words that speak for the site. */
export const keptNames: readonly string[] = [
  ...new Set(addresses),
  ...(
    'index 404 certificate embed mydat oembed profile viewdat-fallback analytics-fallback profile-fallback ' +
    'certificate-fallback mydat-profile forgotten-password portal reports unsubscribe ' +
    'favicon feed notice robots sitemap assets static public api www mail ftp ' +
    'admin administrator anonymous everyone moderator nobody null official operators root security ' +
    'staff stripe support system team undefined unnamed'
  ).split(' '),
];

/** A pattern of all reserved names in lower case, for the database's rules. */
export const keptPattern = `__.*__|.*[.]|.*[.][.].*|.*datchain.*|.*[.](${fileEndings.join('|')})|${keptNames.join('|')}`;

/**
 * Returns the refusal of a username. Only ASCII is allowed, so that no two look alike; Firestore reserves
 * `__this__`.
 */
export function checkUsername(name: string): string | undefined {
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,49}$/.test(name)) return usernameShape;
  if (/\.\.|\.$/.test(name)) return dotsBetween;
  const lower = name.toLowerCase();
  const ending = /\.([^.]+)$/.exec(lower)?.[1] ?? '';
  if (fileEndings.includes(ending)) return noFile;
  const speaksForSite = keptNames.includes(lower) || lower.includes('datchain');
  return speaksForSite || /^__.*__$/.test(lower) ? keptForSite : undefined;
}
