import { isLogin, isPortalPath } from '@datchain/shared/domain/portal-paths.ts';

/** A made-up origin, only used to check whether an address stays on it. */
const SITE = 'https://this-site.invalid';

/**
 * Parses an address as browsers do: backslashes are slashes, dots are resolved, tabs are dropped.
 */
function read(address: string): URL | undefined {
  try {
    return new URL(address, SITE);
  } catch {
    return undefined;
  }
}

/**
 * Returns where a login leads: to the tokens (R-SES-01), also with a purchase, or back to the
 * screen of this portal that asked for it. Never to another site, whatever the address says.
 */
export function afterLogin(search: string): string {
  const next = read(new URLSearchParams(search).get('next') ?? '');
  if (next?.origin !== SITE) return '/home';
  const { pathname, search: query } = next;
  // A path may still begin with two slashes, which would name another host; no screen's path does.
  const isBack = isPortalPath(pathname) && !isLogin(pathname);
  return isBack || pathname === '/home' ? pathname + query : '/home';
}
