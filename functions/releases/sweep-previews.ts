import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import type { Services } from '../services.ts';
import type { StoredFile } from '../stores/files.ts';

const DAY_MILLIS = 86_400_000;

type Needs = Pick<Services, 'files' | 'releases' | 'guards' | 'clock'>;

/** Whether somebody may hear it: its DAT names it, and is not taken down. */
async function isHeard({ releases, guards }: Needs, { path }: StoredFile): Promise<boolean> {
  const datId = /^previews\/([\w-]{1,128})-[0-9a-f]{12}\.mp3$/.exec(path)?.[1];
  const release = datId === undefined ? undefined : await releases.find(datId);
  if (!release?.preview || previewPath(release.preview.file) !== path) return false;
  return !(await guards.findDat(release.id))?.takenDown;
}

/**
 * Deletes previews that belong to nothing: of releases that were refused after their preview was cut,
 * replaced ones, and those of a DAT that was taken down while it was being put back. What is younger
 * than a day may belong to a release that is being made.
 *
 * @returns how many were deleted
 */
export async function sweepPreviews(services: Needs, pageSize = 500): Promise<number> {
  const { files, clock } = services;
  let deleted = 0;
  for await (const page of files.pages('previews/', pageSize)) {
    for (const file of page) {
      if (file.createdAt > clock.now() - DAY_MILLIS || (await isHeard(services, file))) continue;
      if (await files.delete(file)) deleted += 1;
    }
  }
  return deleted;
}
