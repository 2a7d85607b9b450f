export const datHref = (id: string): string => `/viewdat/${encodeURIComponent(id)}`;
export const analyticsHref = (id: string): string => `/analytics/${encodeURIComponent(id)}`;
/** Returns the address of an edition's certificate, or of all. A script reads the part after `?`. */
export const certificateHref = (id: string, edition?: number): string =>
  `/certificate/${encodeURIComponent(id)}${edition === undefined ? '' : `?edition=${edition}`}`;
export const buyHref = (id: string, edition: number): string =>
  `/buy/${encodeURIComponent(id)}/${edition}`;
export const tellHref = (id: string): string => `/tell/${encodeURIComponent(id)}`;
export const followHref = (username: string): string => `/follow/${encodeURIComponent(username)}`;
export const wholeSongHref = (id: string): string => `/wallet/dat/${encodeURIComponent(id)}`;
export const lineHref = (seq: number): string => `/verify#line-${seq}`;
export const profileHref = (username: string): string => `/profile/${encodeSegment(username)}`;

/** A lone surrogate, which no address can have, becomes the replacement character. */
const encodeSegment = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd'));

/**
 * Usernames that lead elsewhere as a path: `.html` is cut off, `index` is the folder, dots are followed (N-PPL-14).
 */
const isElsewhere = (username: string): boolean => /^(index|\.\.?|.*\.html)$/is.test(username);

/** Returns the address of a person's profile; undefined where it would lead to something else. */
export const profileLink = (username: string): string | undefined =>
  username === '' || isElsewhere(username) ? undefined : profileHref(username);

/** Tells whether a username can be a file name; the fallback page answers for the others. */
export const isPageName = (username: string): boolean =>
  /^\w[\w.-]{0,63}$/.test(username) && !isElsewhere(username);

/** Returns a segment of a path after the first: the id of /viewdat/{id}; '' for a missing one. */
export function readPathSegment(pathname: string, place = 1): string {
  const segment = pathname.split('/').filter(Boolean)[place] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
