import type { File } from '@google-cloud/storage';
import { getStorage } from 'firebase-admin/storage';
import { app } from './firebase.ts';

/** An uploaded object as Storage knows it. */
export interface StoredFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** A MIME type, as the uploader said. */
  readonly contentType: string;
  /** The uid its uploader left; the rules let nobody leave another one. */
  readonly uploader: string;
  /** What its download URLs carry. */
  readonly tokens: readonly string[];
  /** Of its content: equal content, equal hash. */
  readonly hash: string;
}

/** The bucket of uploads, read only. */
export interface Files {
  readonly bucket: string;
  /** Where download URLs of the bucket lead, like https://firebasestorage.googleapis.com. */
  readonly origin: string;
  find(path: string): Promise<StoredFile | undefined>;
  /** At most so many bytes from the beginning. */
  firstBytes(path: string, count: number): Promise<Uint8Array>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 404;

/** A composed object has no MD5; its size then helps the shorter checksum. */
const hashOf = ({ md5Hash, crc32c, size }: File['metadata']): string =>
  text(md5Hash) || `${text(crc32c)}:${Number(size)}`;

function bucketName(): string {
  const config: { storageBucket?: unknown } = JSON.parse(process.env.FIREBASE_CONFIG ?? '{}');
  const name = text(config.storageBucket);
  if (name === '') throw new Error('FIREBASE_CONFIG has no storageBucket');
  return name;
}

function originOf(): string {
  const local = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return local ? `http://${local}` : 'https://firebasestorage.googleapis.com';
}

export function files(): Files {
  // Asked for on the first use: most calls need no file, and no bucket either.
  const file = (path: string): File => getStorage(app()).bucket(bucketName()).file(path);
  return {
    get bucket() {
      return bucketName();
    },
    get origin() {
      return originOf();
    },

    async find(path) {
      try {
        const [metadata] = await file(path).getMetadata();
        const custom = metadata.metadata ?? {};
        return {
          path,
          size: Number(metadata.size),
          contentType: text(metadata.contentType),
          uploader: text(custom.uploader),
          tokens: text(custom.firebaseStorageDownloadTokens).split(',').filter(Boolean),
          hash: hashOf(metadata),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async firstBytes(path, count) {
      const [bytes] = await file(path).download({ start: 0, end: count - 1, validation: false });
      return bytes;
    },
  };
}
