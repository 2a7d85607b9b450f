import {
  type DatMonthRecord,
  type QueuedMonthRecord,
  readMonthRecord,
  readQueuedMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { readStreamImport } from '@datchain/shared/contracts/documents/stream-import.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Claim } from '@datchain/shared/domain/streams/claims.ts';
import {
  correctedMonthRecord,
  countFigures,
  listClaims,
  type MonthRecord,
  mapClaims,
  withoutEmpty,
} from '@datchain/shared/domain/streams/month-record.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import {
  type Batch,
  type DocumentStore,
  type Found,
  pages,
  put,
} from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { plainMonthRecord } from './month-records.ts';
import type { FileOutcome } from './outcome.ts';
import { inspect } from './read-file.ts';

const PAGE_SIZE = 100;

export interface MistakenFile {
  readonly name: string;
  readonly path: string;
  readonly by: string;
  readonly at: Millis;
  readonly isDry?: boolean | undefined;
}

type Change = (claim: Claim) => readonly Claim[];

const isSaidIn = (file: string) => (claim: Claim) => claim.said.some((one) => one.file === file);

/** Removes a file from a claim; a claim without other files is dropped. */
const without =
  (file: string): Change =>
  (claim) => {
    const said = claim.said.filter((one) => one.file !== file);
    return said.length === 0 && claim.said.length > 0 ? [] : [{ ...claim, said }];
  };

const containsFile = (record: QueuedMonthRecord | DatMonthRecord, file: string): boolean =>
  ('namedBy' in record && record.namedBy?.includes(file)) ||
  listClaims(record).some(isSaidIn(file));

const countFiguresOfFile = (record: MonthRecord, file: string): number =>
  countFigures(withoutEmpty(mapClaims(record, (claim) => (isSaidIn(file)(claim) ? [claim] : []))));

async function changeAll<Kept extends DatMonthRecord | QueuedMonthRecord>(
  store: DocumentStore,
  file: string,
  { collection, read, change }: Kind<Kept>,
): Promise<(readonly [Kept, number])[]> {
  const changed: (readonly [Kept, number])[] = [];
  for await (const page of pages(store, collection, PAGE_SIZE)) {
    const own = page.filter(({ data }) => containsFile(read(data), file));
    for (const { path } of own) {
      const done = await retryOnConflict(alwaysLate(path), async () => {
        const stored = (await store.read([path])).get(path);
        if (!stored) return undefined;
        const record = read(stored.data);
        const outcome = await store.write(change(record, { ...stored, path }));
        return outcome === 'conflict'
          ? outcome
          : ([record, countFiguresOfFile(record, file)] as const);
      });
      if (done) changed.push(done);
    }
  }
  return changed;
}

interface Kind<Kept extends DatMonthRecord | QueuedMonthRecord> {
  readonly collection: string;
  readonly read: (data: unknown) => Kept;
  readonly change: (record: Kept, stored: Found) => Batch;
}

const recordsWithout = (change: Change): Kind<DatMonthRecord> => ({
  collection: docs.monthRecords,
  read: readMonthRecord,
  change: (record, stored) => {
    const after = correctedMonthRecord(plainMonthRecord(record), change);
    const data = { ...after, datId: record.datId, published: false, shared: false };
    return put(stored.path, data, stored);
  },
});

const queueWithout = (file: string, change: Change): Kind<QueuedMonthRecord> => ({
  collection: docs.streamQueue,
  read: readQueuedMonthRecord,
  change: ({ namedBy = [], ...record }, stored) => {
    const after = withoutEmpty(mapClaims(record, change));
    const others = namedBy.filter((each) => each !== file);
    if (countFigures(after) === 0 && others.length === 0) return { remove: [stored] };
    const named = others.length > 0 ? { namedBy: others } : {};
    return put(stored.path, { ...record, ...after, ...named }, stored);
  },
});

/**
 * Takes back all that a file was credited: its figures no longer count for any work, nor wait. The file may be
 * imported again. Names it taught works beside an ISRC are undone with `--unlink`. Killed half-way, it is
 * completed by running it again, before the file is imported for another song. A file that was never taken is
 * refused.
 */
export async function takeBackFile(
  store: DocumentStore,
  { name, path, by, at, isDry = false }: MistakenFile,
): Promise<FileOutcome> {
  const { names, detected } = await inspect(path, name);
  const own = docs.streamImport(names.key);
  const known = readStreamImport((await store.read([own])).get(own)?.data);
  if (!known) {
    const isByName = detected.kind === 'format' && detected.format.periodInName;
    const reason = isByName
      ? 'There is nothing to take back under this name. Give the one it was imported under with --name.'
      : 'There is nothing to take back.';
    return { kind: 'refused', name, what: 'never taken', reason, bad: [] };
  }
  const file = names.stamp;
  const change = without(file);
  const figures = new Map<string, number>();
  let waiting = 0;
  for (;;) {
    // The queue comes first: figures that move to a work meanwhile are found there.
    const queued = await changeAll(store, file, queueWithout(file, change));
    const records = await changeAll(store, file, recordsWithout(change));
    for (const [, count] of queued) waiting += count;
    for (const [{ datId }, count] of records) figures.set(datId, (figures.get(datId) ?? 0) + count);
    if (isDry || queued.length + records.length === 0) break;
  }
  await retryOnConflict(alwaysLate(`the record of ${name}`), async () => {
    const stored = (await store.read([own])).get(own);
    const data = { ...known, state: 'taken back', targets: [], complete: false, by, takenAt: at };
    return store.write(put(own, data, stored));
  });
  return { kind: 'taken back', name, figures, waiting };
}
