/** Whether a whole address has this path as it stands; it may end with an extension. */
export const isPlainPath = (path: string): boolean => /^(\/[\w-]+)+(\.\w+)?$/.test(path);

/** The whole address of a path of a site. Of tens of thousands nearly all are plain, and a URL costs more. */
export const addressIn = (site: URL, path: string): string =>
  isPlainPath(path) ? `${site.origin}${path}` : new URL(path, site).href;
