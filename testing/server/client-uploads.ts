import { randomUUID } from 'node:crypto';
import { files } from '@datchain/functions/stores/files.ts';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectStorageEmulator,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytes,
} from 'firebase/storage';
import type { Fan } from './market.ts';

export interface ClientUpload {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/**
 * Uploads a file like the portal: with the browser's SDK and the user's token, under the rules.
 * Returns the download URL.
 */
export async function uploadAs(
  { uid, token }: Fan,
  { path, bytes, contentType }: ClientUpload,
): Promise<string> {
  const { bucket, origin } = files();
  const { hostname, port } = new URL(origin);
  const app = initializeApp({ projectId: 'demo', storageBucket: bucket }, randomUUID());
  try {
    const storage = getStorage(app);
    connectStorageEmulator(storage, hostname, Number(port), { mockUserToken: token });
    const file = ref(storage, path);
    await uploadBytes(file, bytes, { contentType, customMetadata: { uploader: uid } });
    return await getDownloadURL(file);
  } finally {
    await deleteApp(app);
  }
}
