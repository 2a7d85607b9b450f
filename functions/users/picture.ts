import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { checkSize } from '@datchain/shared/domain/release-files.ts';
import { checkWholePicture } from '../pictures/whole-picture.ts';
import type { Services } from '../services.ts';
import type { StoredFile } from '../stores/files.ts';

const refuseMissing = () =>
  refuse('failed-precondition', 'The picture has not arrived. Upload it again.');

/** Checks an uploaded picture: a direct request may upload anything. */
async function checkUpload(
  files: Services['files'],
  { path, size }: StoredFile,
): Promise<Refusal | undefined> {
  const wrongSize = checkSize('profileImage', size);
  if (wrongSize) return refuse('invalid-argument', wrongSize);
  const bytes = await files.bytes(path, 0, size);
  return bytes ? checkWholePicture('profileImage', bytes) : refuseMissing();
}

/**
 * Returns the address of a user's uploaded picture once it is checked, or removes their picture. A
 * file that is no picture is deleted too, whatever its type says.
 */
export async function takePicture(
  { files }: Pick<Services, 'files'>,
  uid: string,
  picture: 'uploaded' | 'none',
): Promise<{ imageUrl: string } | Refusal> {
  const path = profilePicturePath(uid);
  if (picture === 'none') {
    await files.remove(path);
    return { imageUrl: '' };
  }
  const file = await files.find(path);
  if (!file) return refuseMissing();
  const refused = await checkUpload(files, file);
  if (refused) {
    await files.delete(file);
    return refused;
  }
  const token = file.tokens[0] ? `&token=${file.tokens[0]}` : '';
  const place = `/v0/b/${files.bucket}/o/${encodeURIComponent(path)}`;
  return { imageUrl: `${files.origin}${place}?alt=media${token}` };
}
