import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Bucket, File, FileMetadata, GetFilesResponse } from '@google-cloud/storage';
import { getStorage } from 'firebase-admin/storage';
import { readingBucket, readPart } from './file-bytes.ts';
import { app } from './firebase.ts';

export interface StoredFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** MIME type given by the uploader. */
  readonly contentType: string;
  /** Uid set by the uploader; the rules allow only their own. */
  readonly uploader: string;
  readonly tokens: readonly string[];
  readonly hash: string;
  /** Id of this version of the object; another upload to the same path has another one. */
  readonly generation: string;
  /** When its last byte had arrived, by Storage's clock. */
  readonly createdAt: Millis;
  /** Closed objects are read by the server only: see `Files.close`. */
  readonly isClosed: boolean;
}

export interface SigningTerms {
  readonly from: Millis;
  readonly until: Millis;
  /** A whole Content-Disposition header; without it browsers show or play the file. */
  readonly disposition?: string;
}

export type Files = ReturnType<typeof files>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The metadata key of objects that `close` closed. A browser can set it too, but then also names its uploader. */
const CLOSED = 'closed';

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Returns the MD5; for a composed object, which has none, the CRC32C with the size. */
const hashOf = ({ md5Hash, crc32c, size }: File['metadata']): string =>
  text(md5Hash) || `${text(crc32c)}:${Number(size)}`;

function readFacts(path: string, metadata: File['metadata']): StoredFile {
  const custom = metadata.metadata ?? {};
  const uploader = text(custom.uploader);
  return {
    path,
    size: Number(metadata.size),
    contentType: text(metadata.contentType),
    uploader,
    tokens: text(custom.firebaseStorageDownloadTokens).split(',').filter(Boolean),
    hash: hashOf(metadata),
    generation: String(metadata.generation),
    createdAt: Date.parse(text(metadata.timeCreated)),
    isClosed: custom[CLOSED] === 'true' && uploader === '',
  };
}

function bucketName(): string {
  const config: { storageBucket?: unknown } = JSON.parse(process.env.FIREBASE_CONFIG ?? '{}');
  const name = text(config.storageBucket);
  if (name === '') throw new Error('FIREBASE_CONFIG has no storageBucket');
  return name;
}

const localHost = (): string | undefined => process.env.FIREBASE_STORAGE_EMULATOR_HOST;

function readOrigin(): string {
  const local = localHost();
  return local ? `http://${local}` : 'https://firebasestorage.googleapis.com';
}

export function files() {
  // Created on first use: most calls need no file, and no bucket either.
  const bucket = () => getStorage(app()).bucket(bucketName());
  const file = (path: string): File => bucket().file(path);
  let reading: Bucket | undefined;

  async function find(path: string): Promise<StoredFile | undefined> {
    try {
      const [metadata] = await file(path).getMetadata();
      return readFacts(path, metadata);
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }

  async function make(path: string, bytes: Uint8Array, metadata: FileMetadata): Promise<void> {
    const preconditionOpts = { ifGenerationMatch: 0 };
    try {
      await file(path).save(Buffer.from(bytes), { resumable: false, preconditionOpts, metadata });
    } catch (error) {
      if (!hasCode(error, 412)) throw error;
    }
  }

  return {
    get bucket() {
      return bucketName();
    },
    /** Origin of the bucket's download URLs, such as https://firebasestorage.googleapis.com. */
    get origin() {
      return readOrigin();
    },

    find,

    /** Reads up to `count` bytes from a position; undefined when the file no longer exists. */
    async bytes(path: string, from: number, count: number): Promise<Uint8Array | undefined> {
      reading ??= readingBucket(bucketName(), localHost());
      try {
        return await readPart(reading, { path, from, count });
      } catch (error) {
        if (hasCode(error, 404)) return undefined;
        throw error;
      }
    },

    async *pages(prefix: string, size: number): AsyncGenerator<StoredFile[]> {
      let query: object | null = { prefix, maxResults: size, autoPaginate: false };
      while (query) {
        const [found, next]: GetFilesResponse = await bucket().getFiles(query);
        yield found.map(({ name, metadata }) => readFacts(name, metadata));
        query = next;
      }
    },

    /**
     * Creates a public object, unless it exists: then it has the same content. Caches revalidate on each
     * request, so a removed object disappears everywhere at once (N-FST-04).
     */
    publish: (path: string, bytes: Uint8Array, contentType: string): Promise<void> =>
      make(path, bytes, { contentType, cacheControl: 'public, no-cache' }),

    /** Creates an object like `publish`, but only signed addresses lead to it. */
    keep: (path: string, bytes: Uint8Array, contentType: string): Promise<void> =>
      make(path, bytes, { contentType, cacheControl: 'private, max-age=0' }),

    /**
     * Rewrites an object without its uploader and tokens, so that only the server can read it. Addresses signed
     * before stop working, because they name another generation.
     */
    async close(path: string): Promise<void> {
      const stored = await find(path);
      if (!stored || stored.isClosed) return;
      const { contentType, generation } = stored;
      const said = { contentType, metadata: { [CLOSED]: 'true' } };
      const preconditionOpts = { ifGenerationMatch: generation };
      try {
        await file(path).copy(file(path), { ...said, preconditionOpts });
      } catch (error) {
        if (!hasCode(error, 412)) throw error;
        // Someone else has closed it or uploaded another object: check that one as well.
        await this.close(path);
      }
    },

    async reopen(
      path: string,
      { uploader, token }: { uploader: string; token: string },
    ): Promise<void> {
      if (!(await find(path))?.isClosed) return;
      const metadata = { [CLOSED]: null, uploader, firebaseStorageDownloadTokens: token };
      await file(path).setMetadata({ metadata });
    },

    /** Makes an address with which anyone can read this generation of an object for a while. */
    async sign(
      { path, generation }: Pick<StoredFile, 'path' | 'generation'>,
      { from, until, disposition }: SigningTerms,
    ): Promise<string> {
      const [address] = await bucket()
        .file(path, { generation })
        .getSignedUrl({
          version: 'v4',
          action: 'read',
          accessibleAt: new Date(from),
          expires: new Date(until),
          ...(disposition === undefined ? {} : { responseDisposition: disposition }),
        });
      return address;
    },

    async remove(path: string): Promise<void> {
      await file(path).delete({ ignoreNotFound: true });
    },

    /** Deletes this version of an object; false when another version exists, which stays. */
    async delete({ path, generation }: Pick<StoredFile, 'path' | 'generation'>): Promise<boolean> {
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
