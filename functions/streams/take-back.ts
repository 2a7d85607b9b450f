import { readStreamImport } from '@datchain/shared/contracts/documents/stream-import.ts';
import {
  type DatShelf,
  type QueuedShelf,
  readQueuedShelf,
  readShelf,
} from '@datchain/shared/contracts/documents/stream-shelf.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Claim } from '@datchain/shared/domain/streams/claims.ts';
import {
  correctedShelf,
  countFigures,
  listClaims,
  mapClaims,
  type Shelf,
  withoutEmpty,
} from '@datchain/shared/domain/streams/shelf.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import {
  type Batch,
  type DocumentStore,
  type Found,
  pages,
  put,
} from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { FileOutcome } from './outcome.ts';
import { inspect } from './read-file.ts';
import { plainShelf } from './shelves.ts';

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

const containsFile = (shelf: QueuedShelf | DatShelf, file: string): boolean =>
  ('namedBy' in shelf && shelf.namedBy?.includes(file)) || listClaims(shelf).some(isSaidIn(file));

const countFiguresOfFile = (shelf: Shelf, file: string): number =>
  countFigures(withoutEmpty(mapClaims(shelf, (claim) => (isSaidIn(file)(claim) ? [claim] : []))));

async function changeAll<Kept extends DatShelf | QueuedShelf>(
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
        const shelf = read(stored.data);
        const outcome = await store.write(change(shelf, { ...stored, path }));
        return outcome === 'conflict'
          ? outcome
          : ([shelf, countFiguresOfFile(shelf, file)] as const);
      });
      if (done) changed.push(done);
    }
  }
  return changed;
}

interface Kind<Kept extends DatShelf | QueuedShelf> {
  readonly collection: string;
  readonly read: (data: unknown) => Kept;
  readonly change: (shelf: Kept, stored: Found) => Batch;
}

const shelvesWithout = (change: Change): Kind<DatShelf> => ({
  collection: docs.streamShelves,
  read: readShelf,
  change: (shelf, stored) => {
    const after = correctedShelf(plainShelf(shelf), change);
    const data = { ...after, datId: shelf.datId, published: false, shared: false };
    return put(stored.path, data, stored);
  },
});

const queueWithout = (file: string, change: Change): Kind<QueuedShelf> => ({
  collection: docs.streamQueue,
  read: readQueuedShelf,
  change: ({ namedBy = [], ...shelf }, stored) => {
    const after = withoutEmpty(mapClaims(shelf, change));
    const others = namedBy.filter((each) => each !== file);
    if (countFigures(after) === 0 && others.length === 0) return { remove: [stored] };
    const named = others.length > 0 ? { namedBy: others } : {};
    return put(stored.path, { ...shelf, ...after, ...named }, stored);
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
    const shelves = await changeAll(store, file, shelvesWithout(change));
    for (const [, count] of queued) waiting += count;
    for (const [{ datId }, count] of shelves) figures.set(datId, (figures.get(datId) ?? 0) + count);
    if (isDry || queued.length + shelves.length === 0) break;
  }
  await retryOnConflict(alwaysLate(`the record of ${name}`), async () => {
    const stored = (await store.read([own])).get(own);
    const data = { ...known, state: 'taken back', targets: [], complete: false, by, takenAt: at };
    return store.write(put(own, data, stored));
  });
  return { kind: 'taken back', name, figures, waiting };
}
