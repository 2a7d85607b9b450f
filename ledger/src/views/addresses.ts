/** Addresses of the ledger's own pages. */
export const datHref = (id: string): string => `/viewdat/${encodeURIComponent(id)}`;
export const analyticsHref = (id: string): string => `/analytics/${encodeURIComponent(id)}`;
export const profileHref = (username: string): string => `/profile/${encodeURIComponent(username)}`;

/** A username whose page can be prebuilt as a file; any other is answered by the fallback page. */
export const isPageName = (username: string): boolean => /^[a-z0-9][\w.-]{0,63}$/i.test(username);

/** The last segment of an address such as /viewdat/{id}, as it was written; '' when there is none. */
export function lastSegment(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean)[1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
