import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { loadConfig } from '../../lib/firebase/config.ts';
import { idToken } from '../../lib/session/session.ts';

const BOUNDARY = 'a-picture-of-a-user';

/**
 * Puts a user's picture in its place in Storage, in one request: the SDK would be 30 KB for it.
 *
 * @throws when it did not arrive whole
 */
export async function uploadPicture(uid: string, picture: File): Promise<void> {
  const { local, storageBucket } = await loadConfig();
  const origin = local?.storage ?? 'https://firebasestorage.googleapis.com';
  const name = profilePicturePath(uid);
  const about = { name, contentType: picture.type, metadata: { uploader: uid } };
  const body = new Blob([
    `--${BOUNDARY}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n`,
    `${JSON.stringify(about)}\r\n--${BOUNDARY}\r\nContent-Type: ${picture.type}\r\n\r\n`,
    picture,
    `\r\n--${BOUNDARY}--`,
  ]);
  const place = `${origin}/v0/b/${storageBucket}/o?name=${encodeURIComponent(name)}`;
  const response = await fetch(place, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${await idToken(uid)}`,
      'content-type': `multipart/related; boundary=${BOUNDARY}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body,
    signal: AbortSignal.timeout(MINUTE_MILLIS),
  });
  if (!response.ok) throw new Error(`Storage answered ${response.status}.`);
}
