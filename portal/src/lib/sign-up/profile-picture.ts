import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { type FirebaseApp, FirebaseError } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  getDownloadURL,
  getStorage,
  ref,
  type StorageReference,
  uploadBytes,
} from 'firebase/storage';
import { loadConfig } from '../firebase/config.ts';

const UPLOAD_TIMEOUT_MILLIS = MINUTE_MILLIS;
const OPERATION_TIMEOUT_MILLIS = 20_000;

async function openPicture(app: FirebaseApp, uid: string): Promise<StorageReference> {
  const { local } = await loadConfig();
  const storage = getStorage(app);
  if (local?.storage) {
    const { hostname, port } = new URL(local.storage);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  storage.maxUploadRetryTime = UPLOAD_TIMEOUT_MILLIS;
  storage.maxOperationRetryTime = OPERATION_TIMEOUT_MILLIS;
  return ref(storage, `profile_pictures/${uid}`);
}

/**
 * Uploads a user's picture as that user (R-REL-14).
 *
 * @param file a picture drawn by `cutSquare`
 * @returns its download URL
 * @throws the storage's error, whose message is a sentence
 */
export async function putProfilePicture(
  app: FirebaseApp,
  uid: string,
  file: File,
): Promise<string> {
  const picture = await openPicture(app, uid);
  await uploadBytes(picture, file, {
    contentType: file.type,
    customMetadata: { uploader: uid },
  });
  return getDownloadURL(picture);
}

/** @throws the storage's error; not when there is no picture */
export async function removeProfilePicture(app: FirebaseApp, uid: string): Promise<void> {
  await deleteObject(await openPicture(app, uid)).catch((error: unknown) => {
    const isAbsent = error instanceof FirebaseError && error.code === 'storage/object-not-found';
    if (!isAbsent) throw error;
  });
}
