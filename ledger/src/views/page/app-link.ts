import { appScheme } from '@datchain/shared/domain/site.ts';

/** The app deep link of /mydat/profile/{id}?source=app (R-VIEW-09); undefined without `source=app` or an id. */
export function appProfileLink(pathname: string, search: string): string | undefined {
  const id = /^\/mydat\/profile\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!id || new URLSearchParams(search).get('source') !== 'app') return undefined;
  return `${appScheme}://profile/${id}`;
}
