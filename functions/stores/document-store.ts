export type Data = Record<string, unknown>;

/** A document as read, with the version that a later write is conditional on. */
export interface Versioned {
  readonly data: Data;
  readonly version: unknown;
}

export interface Found extends Versioned {
  readonly path: string;
}

/** An atomic write: all of it or nothing. */
export interface Batch {
  readonly create?: readonly { path: string; data: Data }[];
  /** Documents whose fields are set and whose `dropped` fields are removed, if their version is unchanged. */
  readonly replace?: readonly {
    path: string;
    data: Data;
    dropped?: readonly string[];
    version: unknown;
  }[];
  readonly remove?: readonly { path: string; version: unknown }[];
  /** Sums to add to; a missing document is created. */
  readonly increment?: readonly Increment[];
}

export interface Increment {
  readonly path: string;
  readonly fields: Record<string, number>;
  readonly beside?: Data | undefined;
}

export interface Listing {
  readonly limit: number;
  readonly after?: string | undefined;
  /** Only documents with this value in the field, or with this value in the field's list. */
  readonly where?:
    | { readonly field: string; readonly is: string | boolean }
    | { readonly field: string; readonly has: string };
}

/**
 * The database of the truth. `write` returns 'conflict' when a condition did not hold and nothing was written;
 * any exception means that the outcome is unknown.
 */
export interface DocumentStore {
  read(paths: readonly string[]): Promise<Map<string, Versioned>>;
  /** Lists documents of a collection ordered by id. */
  list(collection: string, listing: Listing): Promise<Found[]>;
  write(batch: Batch): Promise<'written' | 'conflict'>;
}

/** Reads all documents of a collection ordered by id; one page is in memory at a time. */
export async function* pages(
  store: DocumentStore,
  collection: string,
  size: number,
  where?: Listing['where'],
): AsyncGenerator<Found[]> {
  let after: string | undefined;
  for (;;) {
    const page = await store.list(collection, { limit: size, after, ...(where && { where }) });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    after = page.at(-1)?.path;
  }
}

/** Reads the documents whose paths begin with a prefix, ordered by id; one page is in memory at a time. */
export async function* startingWith(
  store: DocumentStore,
  prefix: string,
  size: number,
): AsyncGenerator<Found[]> {
  const collection = prefix.slice(0, prefix.lastIndexOf('/'));
  for (let after = prefix; ; ) {
    const page = await store.list(collection, { limit: size, after });
    const found = page.filter(({ path }) => path.startsWith(prefix));
    if (found.length > 0) yield found;
    const last = page.at(-1)?.path;
    if (found.length < size || last === undefined) return;
    after = last;
  }
}

/** Lists ids of up to 50 documents whose change is not shown everywhere yet. */
export async function listPending(
  store: Pick<DocumentStore, 'list'>,
  collection: string,
): Promise<string[]> {
  const where = { field: 'isPending', is: true };
  const found = await store.list(collection, { limit: 50, where });
  return found.map(({ path }) => path.slice(collection.length + 1));
}

/** Makes a conditional write: creates a document that was missing, or replaces the version that was read. */
export const put = (path: string, data: Data, stored: Versioned | undefined): Batch =>
  stored ? { replace: [{ path, data, version: stored.version }] } : { create: [{ path, data }] };

export const together = (batches: readonly Batch[]): Required<Batch> => ({
  create: batches.flatMap(({ create = [] }) => create),
  replace: batches.flatMap(({ replace = [] }) => replace),
  remove: batches.flatMap(({ remove = [] }) => remove),
  increment: batches.flatMap(({ increment = [] }) => increment),
});
