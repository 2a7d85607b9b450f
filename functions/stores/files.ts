import type { Millis } from '@datchain/shared/domain/units.ts';
import type { File, GetFilesResponse } from '@google-cloud/storage';
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
  /** Names this version of the object: another upload to the same path has another one. */
  readonly generation: string;
  /** When its last byte had arrived, by Storage's clock. */
  readonly createdAt: Millis;
}

/** The bucket of uploads. */
export interface Files {
  readonly bucket: string;
  /** Where download URLs of the bucket lead, like https://firebasestorage.googleapis.com. */
  readonly origin: string;
  find(path: string): Promise<StoredFile | undefined>;
  /** At most so many bytes, from a place in the file; undefined when it is not there any more. */
  bytes(path: string, from: number, count: number): Promise<Uint8Array | undefined>;
  /** Every object whose path begins so, a page at a time. */
  pages(prefix: string, size: number): AsyncGenerator<StoredFile[]>;
  /** Makes a public object, unless it is there: it then has the same content. */
  publish(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Deletes an object, if it is there. */
  remove(path: string): Promise<void>;
  /** Deletes this version of an object. False when it has changed meanwhile: what is there stays. */
  delete(file: Pick<StoredFile, 'path' | 'generation'>): Promise<boolean>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A composed object has no MD5; its size then helps the shorter checksum. */
const hashOf = ({ md5Hash, crc32c, size }: File['metadata']): string =>
  text(md5Hash) || `${text(crc32c)}:${Number(size)}`;

function readFacts(path: string, metadata: File['metadata']): StoredFile {
  const custom = metadata.metadata ?? {};
  return {
    path,
    size: Number(metadata.size),
    contentType: text(metadata.contentType),
    uploader: text(custom.uploader),
    tokens: text(custom.firebaseStorageDownloadTokens).split(',').filter(Boolean),
    hash: hashOf(metadata),
    generation: String(metadata.generation),
    createdAt: Date.parse(text(metadata.timeCreated)),
  };
}

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
  const bucket = () => getStorage(app()).bucket(bucketName());
  const file = (path: string): File => bucket().file(path);
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
        return readFacts(path, metadata);
      } catch (error) {
        if (hasCode(error, 404)) return undefined;
        throw error;
      }
    },

    async bytes(path, from, count) {
      const end = from + count - 1;
      try {
        const [bytes] = await file(path).download({ start: from, end, validation: false });
        return bytes;
      } catch (error) {
        if (hasCode(error, 404)) return undefined;
        throw error;
      }
    },

    async *pages(prefix, size) {
      let query: object | null = { prefix, maxResults: size, autoPaginate: false };
      while (query) {
        const [found, next]: GetFilesResponse = await bucket().getFiles(query);
        yield found.map(({ name, metadata }) => readFacts(name, metadata));
        query = next;
      }
    },

    async publish(path, bytes, contentType) {
      const object = file(path);
      try {
        await object.save(Buffer.from(bytes), {
          resumable: false,
          preconditionOpts: { ifGenerationMatch: 0 },
          // Not for long: what is taken down must fade from caches.
          metadata: { contentType, cacheControl: 'public, max-age=86400' },
        });
      } catch (error) {
        if (!hasCode(error, 412)) throw error;
      }
    },

    async remove(path) {
      await file(path).delete({ ignoreNotFound: true });
    },

    async delete({ path, generation }) {
      try {
        await file(path).delete({ ifGenerationMatch: generation, ignoreNotFound: true });
        return true;
      } catch (error) {
        if (hasCode(error, 412)) return false;
        throw error;
      }
    },
  };
}
