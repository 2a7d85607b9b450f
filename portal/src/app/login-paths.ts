import { isLogin, isPortalPath } from '@datchain/shared/domain/portal-paths.ts';

/** Any site will do: only whether an address stays on it is asked. */
const SITE = 'https://this-site.invalid';

/** An address as a browser reads it: backslashes are slashes, dots are resolved, tabs are nothing. */
function read(address: string): URL | undefined {
  try {
    return new URL(address, SITE);
  } catch {
    return undefined;
  }
}

/**
 * Where a login leads: to the tokens (R-SES-01), also with a purchase, or back to the screen of this
 * portal that asked for it. Nowhere else, whatever the address says.
 */
export function afterLogin(search: string): string {
  const next = read(new URLSearchParams(search).get('next') ?? '');
  if (next?.origin !== SITE) return '/home';
  const { pathname, search: query } = next;
  // A path may still begin with two slashes, which would name another host: no screen does.
  const isBack = isPortalPath(pathname) && !isLogin(pathname);
  return isBack || pathname === '/home' ? pathname + query : '/home';
}
