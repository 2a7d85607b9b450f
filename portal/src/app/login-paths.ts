import { isPortalPath } from './portal-paths.ts';

/** The login that leads back to this screen. */
export const loginFor = (path: string): string => `/login?next=${encodeURIComponent(path)}`;

/**
 * Where a login leads: to the tokens (SPEC §4), or back to the screen of this portal that asked for
 * it. Nowhere else, whatever the address says.
 */
export function afterLogin(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return isPortalPath(next) && !/^\/(login|logout|signup)\b/.test(next) ? next : '/home';
}
