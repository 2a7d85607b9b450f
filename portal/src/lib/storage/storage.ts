import { FirebaseError } from 'firebase/app';
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  uploadBytesResumable,
} from 'firebase/storage';
import { loadConfig } from '../firebase/config.ts';
import { startedOnce } from '../firebase/started-once.ts';
import { getAuthClient } from '../session/auth.ts';
import { type Steered, SteeredUpload, type Upload } from './storage-upload.ts';

async function start(): Promise<FirebaseStorage> {
  const [config, auth] = await Promise.all([loadConfig(), getAuthClient()]);
  const storage = getStorage(auth.app);
  if (config.local?.storage) {
    const { hostname, port } = new URL(config.local.storage);
    connectStorageEmulator(storage, hostname, Number(port));
  }
  return storage;
}

const getStorageClient = startedOnce(start);

export interface UploadOrder extends Omit<Steered, 'begin'> {
  readonly path: string;
  readonly file: File;
  readonly contentType: string;
  readonly uid: string;
}

/**
 * Starts to upload a file in pieces, which survive lost connections.
 *
 * @throws ConfigError as loadConfig does
 */
export async function startUpload(order: UploadOrder): Promise<Upload> {
  const { path, file, contentType, uid, ...steered } = order;
  const target = ref(await getStorageClient(), path);
  const metadata = { contentType, customMetadata: { uploader: uid } };
  return new SteeredUpload({
    ...steered,
    begin: () => uploadBytesResumable(target, file, metadata),
  });
}

/** Tells whether the file is missing; for others' files the rules answer `unauthorized`. */
const isAbsent = (error: unknown): boolean =>
  error instanceof FirebaseError &&
  ['storage/object-not-found', 'storage/unauthorized'].includes(error.code);

/** Returns the download URL of an own upload; undefined when there is no such file (any more). */
export async function findDownloadUrl(path: string): Promise<string | undefined> {
  try {
    return await getDownloadURL(ref(await getStorageClient(), path));
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return undefined;
  }
}
