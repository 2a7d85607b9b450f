import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Bucket, File, FileMetadata, GetFilesResponse } from '@google-cloud/storage';
import { getStorage } from 'firebase-admin/storage';
import { readingBucket, readPart } from './file-bytes.ts';
import { app } from './firebase.ts';

/** An uploaded object as Storage knows it. */
export interface StoredFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** A MIME type, as the uploader said. */
  readonly contentType: string;
  /** The uid its uploader left; the rules let no one leave another one. */
  readonly uploader: string;
  /** What its download URLs carry. */
  readonly tokens: readonly string[];
  /** Of its content: equal content, equal hash. */
  readonly hash: string;
  /** Names this version of the object: another upload to the same path has another one. */
  readonly generation: string;
  /** When its last byte had arrived, by Storage's clock. */
  readonly createdAt: Millis;
  /** Whether it was closed: see `Files.close`. */
  readonly isClosed: boolean;
}

/** For how long an address is good, and what its browser saves the file as. */
export interface SigningTerms {
  readonly from: Millis;
  readonly until: Millis;
  /** A whole Content-Disposition; without it browsers show or play the file. */
  readonly disposition?: string;
}

/** The bucket of uploads. */
export type Files = ReturnType<typeof files>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Marks what was closed. A browser can leave it too, but not without naming itself the uploader.
 */
const CLOSED = 'closed';

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A composed object has no MD5; its size then helps the shorter checksum. */
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

function originOf(): string {
  const local = localHost();
  return local ? `http://${local}` : 'https://firebasestorage.googleapis.com';
}

export function files() {
  // Asked for on the first use: most calls need no file, and no bucket either.
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

  /** Makes an object, unless one is there. */
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
    /** Where download URLs of the bucket lead, like https://firebasestorage.googleapis.com. */
    get origin() {
      return originOf();
    },

    find,

    /** At most so many bytes, from a place in the file; undefined when it is not there any more. */
    async bytes(path: string, from: number, count: number): Promise<Uint8Array | undefined> {
      reading ??= readingBucket(bucketName(), localHost());
      try {
        return await readPart(reading, { path, from, count });
      } catch (error) {
        if (hasCode(error, 404)) return undefined;
        throw error;
      }
    },

    /** Every object whose path begins so, a page at a time. */
    async *pages(prefix: string, size: number): AsyncGenerator<StoredFile[]> {
      let query: object | null = { prefix, maxResults: size, autoPaginate: false };
      while (query) {
        const [found, next]: GetFilesResponse = await bucket().getFiles(query);
        yield found.map(({ name, metadata }) => readFacts(name, metadata));
        query = next;
      }
    },

    // Not for long: what is taken down must fade from caches.
    /**
     * Makes a public object, unless it is there: it then has the same content. Caches ask again each time, so that
     * an object that is removed is gone everywhere at once (N-FST-04).
     */
    publish: (path: string, bytes: Uint8Array, contentType: string): Promise<void> =>
      make(path, bytes, { contentType, cacheControl: 'public, no-cache' }),

    /** As `publish`, for an object that only signed addresses lead to. */
    keep: (path: string, bytes: Uint8Array, contentType: string): Promise<void> =>
      make(path, bytes, { contentType, cacheControl: 'private, max-age=0' }),

    /**
     * Writes an object over itself without its uploader and its tokens: from then on the server alone
     * reads it, and what was signed before leads nowhere, because it names another generation.
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
        // Someone else closes it, or has just put another there: that one is looked at as well.
        await this.close(path);
      }
    },

    /** Gives a closed object its uploader and a token again. */
    async reopen(
      path: string,
      { uploader, token }: { uploader: string; token: string },
    ): Promise<void> {
      if (!(await find(path))?.isClosed) return;
      const metadata = { [CLOSED]: null, uploader, firebaseStorageDownloadTokens: token };
      await file(path).setMetadata({ metadata });
    },

    /** An address with which anyone reads this generation of an object for a while. */
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

    /** Deletes an object, if it is there. */
    async remove(path: string): Promise<void> {
      await file(path).delete({ ignoreNotFound: true });
    },

    /**
     * Deletes this version of an object. False when it has changed meanwhile: what is there stays.
     */
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
