import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Firestore, type Settings } from '@google-cloud/firestore';
import {
  copyAllDocuments,
  copyChangedDocuments,
  copyDocuments,
  isTurnedBack,
  type SeenMark,
} from './copy-documents.ts';
import { CopyFile } from './copy-file.ts';
import { copyAllLive, copyChangedLive, readLive } from './copy-live.ts';
import type { Data } from './document-store.ts';
import { MARKS_KEPT_MILLIS } from './public-changes.ts';

/** Where the public data is. */
export interface PublicDataSource {
  readonly projectId: string;
  /** https://{namespace}.firebaseio.com, or http://127.0.0.1:9000?ns={namespace}. */
  readonly databaseURL: string;
  /** host:port of Firestore's emulator; production without it. */
  readonly firestoreHost?: string | undefined;
}

/** How a client finds an emulator, with all rights. */
export const emulatorSettings = (host: string): Settings => ({
  host,
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
});

/** What it took to bring a copy up to date. */
export interface Refreshed {
  /** Documents of Firestore that were read, with their marks. */
  readonly documents: number;
  /** Whether everything was read. */
  readonly isWhole: boolean;
  /** The paths of what had changed without a mark: only reading everything has found it. */
  readonly unmarked: readonly string[];
}

/** When the copy was last as the databases were, by the clock of each. */
interface Cursor {
  readonly documents: Millis;
  readonly live: Millis;
  /** The day on which everything was read last. */
  readonly wholeDay: string;
  readonly newest: SeenMark | undefined;
}

const cursorNote = 'cursor';
/** Where the copy keeps token blocks and metrics. */
export const marketPlace = 'market';

/**
 * The public side of both databases as the ledger is built from it: a copy in a file, which is brought
 * up to date by reading what has changed, and once a day by reading everything.
 */
export class PublicCopy {
  readonly source: PublicDataSource;
  readonly firestore: Firestore;
  readonly file: CopyFile;

  /** @param file where the copy is kept; without it, in memory only */
  constructor(source: PublicDataSource, file = ':memory:') {
    const { projectId, databaseURL, firestoreHost = '' } = source;
    this.source = source;
    this.file = new CopyFile(file, `${projectId} ${databaseURL} ${firestoreHost}`);
    this.firestore = new Firestore({
      projectId,
      ...(firestoreHost ? emulatorSettings(firestoreHost) : {}),
    });
  }

  /** Names what the copy holds. */
  get state(): string {
    return this.file.state;
  }

  #cursor(): Cursor | undefined {
    return this.file.note(cursorNote) as Cursor | undefined;
  }

  /**
   * Brings the copy up to date.
   *
   * @param isWhole whether to read everything, as the first time each day
   * @throws when a database cannot be reached: the copy may then have some of the changes, and the next
   *   time has them all
   */
  async refresh({ isWhole = false, now = Date.now() } = {}): Promise<Refreshed> {
    const cursor = this.#cursor();
    const looked = cursor && (await this.#lookAtMarks(cursor, now));
    // Small, and another value with each sale.
    for (const path of [live.tokenBlocks, live.metrics]) {
      const value = (await readLive(this.source, path)) ?? undefined;
      this.file.put(marketPlace, { id: path, value, version: '' });
    }
    if (looked && !isWhole && looked.wholeDay === utcDay(now)) {
      this.#keep(looked);
      return { documents: looked.read, isWhole: false, unmarked: [] };
    }
    const documents = await copyAllDocuments(this.firestore, this.file, looked?.documents);
    const values = await copyAllLive(this.source, this.file, looked?.live);
    const { readAt, newest } = documents;
    this.#keep({ documents: readAt, live: values.readAt, wholeDay: utcDay(now), newest });
    return {
      documents: documents.documents + (looked?.read ?? 0),
      isWhole: true,
      unmarked: [...documents.unmarked, ...values.unmarked],
    };
  }

  /** Undefined when the databases cannot tell what changed since. */
  async #lookAtMarks(
    cursor: Cursor,
    now: Millis,
  ): Promise<(Cursor & { read: number }) | undefined> {
    const oldest = Math.min(cursor.documents, cursor.live);
    if (now - oldest > MARKS_KEPT_MILLIS - DAY_MILLIS) return undefined;
    if (cursor.newest && (await isTurnedBack(this.firestore, cursor.newest))) return undefined;
    const { documents, readAt, newest } = await copyChangedDocuments(
      this.firestore,
      this.file,
      cursor.documents,
    );
    const live = await copyChangedLive(this.source, this.file, cursor.live);
    // The mark of before was read as well.
    const read = documents + (cursor.newest ? 1 : 0);
    return { ...cursor, documents: readAt, live, newest: newest ?? cursor.newest, read };
  }

  #keep({ documents, live, wholeDay, newest }: Cursor): void {
    const cursor: Cursor = { documents, live, wholeDay, newest };
    this.file.setNote(cursorNote, cursor);
  }

  /** Token blocks, or the metrics, as the Realtime Database has them; null without any. */
  market = (path: typeof live.tokenBlocks | typeof live.metrics): unknown =>
    this.file.get(marketPlace, path)?.value ?? null;

  /** A document; undefined when it does not exist. */
  read = (path: string): Data | undefined => {
    const [collection = '', id = ''] = path.split('/');
    const value = this.file.get(collection, id)?.value;
    return isRecord(value) ? value : undefined;
  };

  /**
   * Reads the profiles of these users that the copy does not know: browsers create them at the signup,
   * without a mark.
   */
  async learnProfiles(uids: readonly string[]): Promise<void> {
    const isKnown = (uid: string) => this.file.versionOf(docs.publicProfiles, uid) !== undefined;
    const unknown = uids.filter((uid) => !isKnown(uid));
    await copyDocuments(this.firestore, this.file, unknown.map(docs.publicProfile));
  }

  async close(): Promise<void> {
    this.file.close();
    await this.firestore.terminate();
  }
}
