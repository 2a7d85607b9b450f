import { appProfileLink } from '../views/app-link.ts';

/** Sends the browser to the app, or shows the profile here when the app did not ask. */
export function openProfileInApp(): void {
  const link = appProfileLink(location.pathname, location.search);
  if (link) location.replace(link);
  const container = document.getElementById('fallback');
  // Without the app nothing opens and the page stays: it then shows the profile.
  if (container) void import('./fallback.tsx').then(({ drawFallback }) => drawFallback(container));
}
