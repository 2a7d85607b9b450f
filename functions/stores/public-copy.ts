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
import { removeCache } from './sqlite-cache.ts';

export interface PublicDataSource {
  readonly projectId: string;
  /** https://{namespace}.firebaseio.com, or http://127.0.0.1:9000?ns={namespace}. */
  readonly databaseURL: string;
  /** host:port of Firestore's emulator; production without it. */
  readonly firestoreHost?: string | undefined;
}

export const emulatorSettings = (host: string): Settings => ({
  host,
  ssl: false,
  customHeaders: { Authorization: 'Bearer owner' },
});

export interface Refreshed {
  readonly documents: number;
  readonly isWhole: boolean;
  readonly unmarked: readonly string[];
}

/** The time of the last update, by the clock of each database. */
interface Cursor {
  readonly documents: Millis;
  readonly live: Millis;
  readonly wholeDay: string;
  readonly newest: SeenMark | undefined;
}

const cursorNote = 'cursor';
export const marketPlace = 'market';

/** A copy of the public documents in a file, updated by reading the changes, and once a day by reading everything. */
export class PublicCopy {
  readonly source: PublicDataSource;
  readonly firestore: Firestore;
  readonly file: CopyFile;

  constructor(source: PublicDataSource, file = ':memory:') {
    const { projectId, databaseURL, firestoreHost = '' } = source;
    this.source = source;
    this.file = new CopyFile(file, `${projectId} ${databaseURL} ${firestoreHost}`);
    this.firestore = new Firestore({
      projectId,
      ...(firestoreHost ? emulatorSettings(firestoreHost) : {}),
    });
  }

  get state(): string {
    return this.file.state;
  }

  #cursor(): Cursor | undefined {
    return this.file.note(cursorNote) as Cursor | undefined;
  }

  /**
   * Updates the copy.
   *
   * @param isWhole reads everything, as the first update of each day does
   * @throws when a database cannot be reached; the next update completes the copy
   */
  async refresh({ isWhole = false, now = Date.now() } = {}): Promise<Refreshed> {
    const cursor = this.#cursor();
    const looked = cursor && (await this.#lookAtMarks(cursor, now));
    // Both values are small, and change with each sale.
    for (const path of [live.tokenBlocks, live.metrics]) {
      const value = (await readLive(this.source, path)) ?? undefined;
      this.file.together(() => this.file.put(marketPlace, { id: path, value, version: '' }));
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

  /** Copies marked changes. Returns undefined when the marks do not reach back far enough. */
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
    // The newest known mark was read as well.
    const read = documents + (cursor.newest ? 1 : 0);
    return { ...cursor, documents: readAt, live, newest: newest ?? cursor.newest, read };
  }

  #keep({ documents, live, wholeDay, newest }: Cursor): void {
    const cursor: Cursor = { documents, live, wholeDay, newest };
    this.file.setNote(cursorNote, cursor);
  }

  market = (path: typeof live.tokenBlocks | typeof live.metrics): unknown =>
    this.file.get(marketPlace, path)?.value ?? null;

  read = (path: string): Data | undefined => {
    const [collection = '', id = ''] = path.split('/');
    const value = this.file.get(collection, id)?.value;
    return isRecord(value) ? value : undefined;
  };

  /** Reads unknown profiles: browsers create them at signup, without a mark. */
  async learnProfiles(uids: readonly string[]): Promise<void> {
    const isKnown = (uid: string) => this.file.versionOf(docs.publicProfiles, uid) !== undefined;
    const unknown = uids.filter((uid) => !isKnown(uid));
    await copyDocuments(this.firestore, this.file, unknown.map(docs.publicProfile));
  }

  async deleteIfDamaged(): Promise<void> {
    const isSound = this.file.isSound();
    await this.close();
    if (!isSound) removeCache(this.file.path);
  }

  async close(): Promise<void> {
    this.file.close();
    await this.firestore.terminate();
  }
}
