import { withPart } from '../page/with-part.ts';

/** Shows on /dats what was released since it was built; nothing of the page waits for it. */
export async function startNewestReleases(): Promise<void> {
  await withPart(import('./newest-releases.ts'), (newest) => newest.showNewestReleases());
}
