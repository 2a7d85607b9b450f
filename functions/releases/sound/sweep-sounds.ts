import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { datOfSound } from '@datchain/shared/domain/sound-file.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { wholeFolder, wholePath } from '@datchain/shared/domain/whole-song.ts';
import type { Services } from '../../services.ts';
import type { StoredFile } from '../../stores/files.ts';

type Needs = Pick<Services, 'files' | 'releases' | 'guards' | 'clock'>;

const sounds: Readonly<Record<string, (release: Release) => string | undefined>> = {
  'previews/': ({ preview }) => preview && previewPath(preview.file),
  [wholeFolder]: ({ whole }) => (whole?.song ? wholePath(whole.song.file) : undefined),
};

async function isHeard(
  { releases, guards }: Needs,
  { path }: StoredFile,
  named: (release: Release) => string | undefined,
): Promise<boolean> {
  const datId = datOfSound(path.slice(path.indexOf('/') + 1));
  const release = datId === undefined ? undefined : await releases.find(datId);
  if (!release || named(release) !== path) return false;
  return !(await guards.findDat(release.id))?.takenDown;
}

/**
 * Deletes unused previews and whole songs: of refused releases, replaced ones, leftovers of a
 * crash, and those of a DAT that was taken down while they were restored. Files younger than a day
 * are kept, as their release may not be complete.
 *
 * @returns how many were deleted
 */
export async function sweepSounds(services: Needs, pageSize = 500): Promise<number> {
  const { files, clock } = services;
  let deleted = 0;
  for (const [folder, named] of Object.entries(sounds)) {
    for await (const page of files.pages(folder, pageSize)) {
      for (const file of page) {
        if (file.createdAt > clock.now() - DAY_MILLIS) continue;
        if (await isHeard(services, file, named)) continue;
        if (await files.delete(file)) deleted += 1;
      }
    }
  }
  return deleted;
}
