/** Addresses of the ledger's own pages. */
export const datHref = (id: string): string => `/viewdat/${encodeURIComponent(id)}`;
export const analyticsHref = (id: string): string => `/analytics/${encodeURIComponent(id)}`;
/** The certificate of one edition; without one those of all. One page has all: what follows `?` is for its script. */
export const certificateHref = (id: string, edition?: number): string =>
  `/certificate/${encodeURIComponent(id)}${edition === undefined ? '' : `?edition=${edition}`}`;
/** Where one edition is bought, in the portal. */
export const buyHref = (id: string, edition: number): string =>
  `/buy/${encodeURIComponent(id)}/${edition}`;
/** Where someone asks to be told when an edition is for sale, in the portal. */
export const tellHref = (id: string): string => `/tell/${encodeURIComponent(id)}`;
/** Where an artist is followed, in the portal. */
export const followHref = (username: string): string => `/follow/${encodeURIComponent(username)}`;
/** Where someone who holds an edition hears the whole song, in the portal. */
export const wholeSongHref = (id: string): string => `/wallet/dat/${encodeURIComponent(id)}`;
/** The page Verify, with a line of the public log. */
export const lineHref = (seq: number): string => `/verify#line-${seq}`;
export const profileHref = (username: string): string => `/profile/${encodeSegment(username)}`;

/** Half of a character, which no address can have, is written as the sign for an unknown one. */
const encodeSegment = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Names that lead to another address: `.html` is cut off, `index` is the folder, browsers follow dots (N-PPL-14). */
const isElsewhere = (username: string): boolean => /^(index|\.\.?|.*\.html)$/is.test(username);

/** Where a link on someone's name leads; undefined where it would lead to somebody else. */
export const profileLink = (username: string): string | undefined =>
  username === '' || isElsewhere(username) ? undefined : profileHref(username);

/** A username whose page can be prebuilt as a file; any other is answered by the fallback page. */
export const isPageName = (username: string): boolean =>
  /^\w[\w.-]{0,63}$/.test(username) && !isElsewhere(username);

/** A segment of an address behind its first: of /viewdat/{id} the id; '' when there is none. */
export function segmentOf(pathname: string, place = 1): string {
  const segment = pathname.split('/').filter(Boolean)[place] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
