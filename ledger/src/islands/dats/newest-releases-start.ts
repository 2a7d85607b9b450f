import { withPart } from '../page/with-part.ts';

export async function startNewestReleases(): Promise<void> {
  await withPart(import('./newest-releases.ts'), (newest) => newest.showNewestReleases());
}
