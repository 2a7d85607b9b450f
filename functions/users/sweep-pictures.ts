import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';

const PAGE_SIZE = 300;

/**
 * Deletes profile pictures without a user: of an unfinished signup, or of an upload that began
 * before its account was erased and ended days later (N-PPL-15). A signup has a day to be finished.
 *
 * @returns how many
 */
export async function sweepPictures({
  store,
  files,
  clock,
}: Pick<Services, 'store' | 'files' | 'clock'>): Promise<number> {
  const folder = profilePicturePath('');
  const before = clock.now() - DAY_MILLIS;
  let deleted = 0;
  for await (const page of files.pages(folder, PAGE_SIZE)) {
    const nameOf = ({ path }: { path: string }) => path.slice(folder.length);
    const userOf = (file: { path: string }) => docs.user(nameOf(file));
    const old = page.filter((file) => file.createdAt < before && isDocumentId(nameOf(file)));
    const users = await store.read(old.map(userOf));
    for (const file of old.filter((one) => !users.has(userOf(one)))) {
      if (await files.delete(file)) deleted += 1;
    }
  }
  return deleted;
}
