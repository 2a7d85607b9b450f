import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { releaseFiles, SNIFFED_BYTES, sniffFile } from '@datchain/shared/domain/release-files.ts';
import type { Services } from '../services.ts';

const { noun, formats } = releaseFiles.profileImage;

/**
 * The address of the picture that a user uploaded, which is looked at first; or their picture is
 * deleted. What is no picture is deleted too, whatever it is called.
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
  if (!file) return refuse('failed-precondition', 'The picture has not arrived. Upload it again.');
  const head = await files.bytes(path, 0, SNIFFED_BYTES);
  if (!head || sniffFile('profileImage', head) === undefined) {
    await files.delete(file);
    return refuse('invalid-argument', `${noun} must be ${formats}.`);
  }
  const token = file.tokens[0] ? `&token=${file.tokens[0]}` : '';
  const place = `/v0/b/${files.bucket}/o/${encodeURIComponent(path)}`;
  return { imageUrl: `${files.origin}${place}?alt=media${token}` };
}
