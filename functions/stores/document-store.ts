/** A stored document: plain data. */
export type Data = Record<string, unknown>;

/** A document as read, with the version a later write is conditional on. */
export interface Versioned {
  readonly data: Data;
  readonly version: unknown;
}

/** A document as listed. */
export interface Found extends Versioned {
  readonly path: string;
}

/** One atomic write: all of it or nothing. */
export interface Batch {
  /** Must not exist yet. */
  readonly create?: readonly { path: string; data: Data }[];
  /** Its fields are set and `dropped` ones removed, if no one changed it since this version. */
  readonly replace?: readonly {
    path: string;
    data: Data;
    dropped?: readonly string[];
    version: unknown;
  }[];
  /** Removed, if no one changed it since this version. */
  readonly remove?: readonly { path: string; version: unknown }[];
  /** Added to whatever is there; the document is made when it is missing. */
  readonly increment?: readonly Increment[];
}

/** Sums that are added to, and what the document says besides: always the same. */
export interface Increment {
  readonly path: string;
  readonly fields: Record<string, number>;
  readonly beside?: Data | undefined;
}

/** Which documents of a collection are listed. */
export interface Listing {
  readonly limit: number;
  /** The path of the last one of the page before. */
  readonly after?: string | undefined;
  /** Only those with this value in this field, or with this value in the list that it is. */
  readonly where?:
    | { readonly field: string; readonly is: string | boolean }
    | { readonly field: string; readonly has: string };
}

/**
 * Where the truth is kept. `write` answers 'conflict' when a condition did not hold and nothing was
 * written; any exception means that the outcome is not known.
 */
export interface DocumentStore {
  read(paths: readonly string[]): Promise<Map<string, Versioned>>;
  /** Documents of a collection in the order of their ids. */
  list(collection: string, listing: Listing): Promise<Found[]>;
  write(batch: Batch): Promise<'written' | 'conflict'>;
}

/** All documents of a collection by id: however many there are, one page is in memory. */
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

/** The documents of a collection whose paths begin like this, by id; one page is in memory. */
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

/** The ids of some documents of a collection whose change is not shown everywhere yet. */
export async function listPending(
  store: Pick<DocumentStore, 'list'>,
  collection: string,
): Promise<string[]> {
  const where = { field: 'isPending', is: true };
  const found = await store.list(collection, { limit: 50, where });
  return found.map(({ path }) => path.slice(collection.length + 1));
}

/** Writes a document that was read: made when it was missing, else only while it is as it was. */
export const put = (path: string, data: Data, stored: Versioned | undefined): Batch =>
  stored ? { replace: [{ path, data, version: stored.version }] } : { create: [{ path, data }] };

/** Several writes as one, all or nothing. */
export const together = (batches: readonly Batch[]): Required<Batch> => ({
  create: batches.flatMap(({ create = [] }) => create),
  replace: batches.flatMap(({ replace = [] }) => replace),
  remove: batches.flatMap(({ remove = [] }) => remove),
  increment: batches.flatMap(({ increment = [] }) => increment),
});
