import { appProfileLink } from '../../views/page/app-link.ts';
import { withPart } from '../page/with-part.ts';

/** Sends the browser to the app, or shows the profile here when the app did not ask. */
export function openProfileInApp(): void {
  const link = appProfileLink(location.pathname, location.search);
  if (link) location.replace(link);
  // Without the app nothing opens and the page stays: it then shows the profile.
  void withPart(import('./profile-fallback.tsx'), (profile) => profile.drawUserProfile());
}
