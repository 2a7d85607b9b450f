import { withPart } from '../page/with-part.ts';

/** Shows releases newer than the build on /dats, without delaying the page. */
export async function startNewestReleases(): Promise<void> {
  await withPart(import('./newest-releases.ts'), (newest) => newest.showNewestReleases());
}
