/** Whether a whole address has this path as it stands; it may end with an extension. */
export const isPlainPath = (path: string): boolean => /^(\/[\w-]+)+(\.\w+)?$/.test(path);

/** Whether an address of another site, such as a picture's, is as a URL would write it. */
const isPlainAddress = (address: string): boolean =>
  /^https:\/\/([a-z\d]+(-[a-z\d]+)*\.)+[a-z]+(\/[\w-][\w.%-]*)+(\?[\w=&.%-]+)?$/.test(address);

/** The whole address of a path of a site, or of a whole address. Nearly all are plain, and a URL costs more. */
export function addressIn(site: URL, path: string): string {
  if (isPlainPath(path)) return `${site.origin}${path}`;
  return isPlainAddress(path) ? path : new URL(path, site).href;
}
