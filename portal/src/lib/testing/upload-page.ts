import { initializeApp } from 'firebase/app';
import {
  connectStorageEmulator,
  getStorage,
  ref,
  type UploadTask,
  uploadBytesResumable,
} from 'firebase/storage';
import { SteeredUpload, type Upload } from '../storage/storage-upload.ts';

interface Where {
  readonly port: number;
  readonly projectId: string;
  readonly bucket: string;
  readonly path: string;
  readonly sessionUrl?: string | undefined;
}

interface UploadPage {
  /** Starts to upload this many bytes; each block of 64 KB is filled with its number. */
  begin(where: Where, size: number): void;
  upload: Upload;
  progress: number[];
  connection: boolean[];
  sessionUrl?: string;
  stateOfTask(): string | undefined;
}

declare global {
  interface Window {
    uploading: UploadPage;
  }
}

const BLOCK_BYTES = 65_536;

function numbered(size: number): Blob {
  const blocks = Array.from({ length: Math.ceil(size / BLOCK_BYTES) }, (_, number) =>
    new Uint8Array(Math.min(BLOCK_BYTES, size - number * BLOCK_BYTES)).fill(number % 251),
  );
  return new Blob(blocks);
}

let task: UploadTask | undefined;

const page: UploadPage = {
  stateOfTask: () => task?.snapshot.state,
  upload: { done: new Promise(() => {}), pause: () => {}, resume: () => {}, cancel: () => {} },
  progress: [],
  connection: [],
  begin({ port, projectId, bucket, path, sessionUrl }, size) {
    const storage = getStorage(initializeApp({ projectId, storageBucket: bucket }));
    connectStorageEmulator(storage, '127.0.0.1', port, { mockUserToken: { user_id: 'ann' } });
    const metadata = { contentType: 'audio/wav', customMetadata: { uploader: 'ann' } };
    page.upload = new SteeredUpload({
      begin: () => {
        task = uploadBytesResumable(ref(storage, path), numbered(size), metadata);
        return task;
      },
      sessionUrl,
      onProgress: (sentBytes) => page.progress.push(sentBytes),
      onConnection: (isLost) => page.connection.push(isLost),
      onSession: (url) => {
        page.sessionUrl = url;
      },
    });
  },
};

Object.assign(window, { uploading: page });
