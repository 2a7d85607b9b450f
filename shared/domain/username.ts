import { portalPaths } from './portal-paths.ts';
import { publicPages } from './public-pages.ts';

export const usernameShape =
  'Usernames can have letters from A to Z, digits and, after the first character, . _ -';

/** Days for which a username that was given up is nobody else's: links to it would lead to somebody else. */
export const heldDays = 90;

/** How many usernames may be held back for one user: else anybody could take them from others. */
export const mostHeld = 3;

const dotsBetween = 'A dot in a username stands between two other characters.';
const noFile = 'A username cannot end like the name of a file, such as .html.';
const keptForSite = 'This username is kept for the site. Choose another.';

/** Endings of files: a page `/profile/x.html` would be that of `x` (N-PPL-14). */
export const fileEndings: readonly string[] = (
  'html htm xhtml shtml php asp aspx jsp cgi js mjs cjs css map wasm json jsonl xml rss atom txt md csv tsv ' +
  'pdf zip gz tar svg png jpg jpeg gif webp avif bmp ico tif tiff woff woff2 ttf otf mp3 wav flac ogg m4a mp4 ' +
  'webm webmanifest'
).split(' ');

/** The first word of each page and screen. */
const addresses = [...publicPages.map(({ path }) => path), ...portalPaths].flatMap(
  (path) => path.split('/', 2)[1] || [],
);

/** Names that are no user's (N-PPL-14): of pages, screens, other addresses and files, and words for the site. */
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

/** The whole of a lowercase name that is kept, for the language of the database's rules. */
export const keptPattern = `__.*__|.*[.]|.*[.][.].*|.*datchain.*|.*[.](${fileEndings.join('|')})|${keptNames.join('|')}`;

/** Why nobody can have this username. Only ASCII, so that no two look alike; `__this__` is no document's name. */
export function checkUsername(name: string): string | undefined {
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,49}$/.test(name)) return usernameShape;
  if (/\.\.|\.$/.test(name)) return dotsBetween;
  const lower = name.toLowerCase();
  const ending = /\.([^.]+)$/.exec(lower)?.[1] ?? '';
  if (fileEndings.includes(ending)) return noFile;
  const speaksForSite = keptNames.includes(lower) || lower.includes('datchain');
  return speaksForSite || /^__.*__$/.test(lower) ? keptForSite : undefined;
}
