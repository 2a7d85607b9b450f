import { FirebaseError } from 'firebase/app';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { getAuthClient } from './auth.ts';
import { loadConfig } from './config.ts';
import { steerUpload, type Upload } from './storage-upload.ts';

async function start(): Promise<FirebaseStorage> {
  const [config, auth] = await Promise.all([loadConfig(), getAuthClient()]);
  const storage = getStorage(auth.app);
  if (config.local?.storage) {
    const { hostname, port } = new URL(config.local.storage);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return storage;
}

let starting: Promise<FirebaseStorage> | undefined;

function getStorageClient(): Promise<FirebaseStorage> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

/** What goes where, and who hears how far it is. */
export interface UploadOrder {
  readonly path: string;
  readonly file: File;
  readonly contentType: string;
  /** Who uploads it; the rules of the storage compare. */
  readonly uid: string;
  readonly onProgress: (sentBytes: number) => void;
  readonly onConnection: (isLost: boolean) => void;
}

/**
 * Begins to upload a file, in pieces that survive a cut connection.
 *
 * @throws ConfigError as loadConfig does
 */
export async function startUpload(order: UploadOrder): Promise<Upload> {
  const { path, file, contentType, uid, onProgress, onConnection } = order;
  const target = ref(await getStorageClient(), path);
  const metadata = { contentType, customMetadata: { uploader: uid } };
  return steerUpload(uploadBytesResumable(target, file, metadata), { onProgress, onConnection });
}

/** The address that opens an uploaded file; undefined when there is no file at the path (any more). */
export async function findDownloadUrl(path: string): Promise<string | undefined> {
  try {
    return await getDownloadURL(ref(await getStorageClient(), path));
  } catch (error) {
    if (error instanceof FirebaseError && error.code === 'storage/object-not-found') return;
    throw error;
  }
}
