import type { Query, Segments, StoredDocument } from '../contract.ts';
import { invalid, readBoolean, readInt32, readMessage, readString } from '../query/json.ts';
import { readQuery } from '../query/read.ts';
import { comparePaths } from '../values/compare.ts';
import { pickFields } from '../values/field-paths.ts';
import { readFields } from '../values/read-value.ts';
import { checkOwnId, readParentName, writeName } from '../values/resource-names.ts';
import { documentJson, type Json } from './answers.ts';
import { accessToRead, requireAdmin } from './context.ts';
import { shown } from './documents.ts';
import { readToken, writeToken } from './page-token.ts';
import { readOrderBy } from './read-order-by.ts';
import { readMask } from './read-write.ts';
import { type Reading, type Request, readingOf } from './reading.ts';

/** Documents on a page when no one says how many, and at most. */
const usualPage = 30;
const mostOnPage = 150;

/** A document of a list; one that is missing has only its path. */
type Entry = { readonly path: Segments; readonly document: StoredDocument | undefined };

/**
 * ListDocuments: a collection by pages, in an order; with `showMissing` also what is only above
 * others.
 */
export function listDocuments({ context, message, caller }: Request): Json {
  const { database } = context;
  const request = readMessage(message, 'ListDocumentsRequest', [
    ...['parent', 'collectionId', 'pageSize', 'pageToken', 'orderBy', 'mask'],
    ...['transaction', 'readTime', 'showMissing'],
  ]);
  const text = (key: string) => readString(request[key], `ListDocumentsRequest.${key}`);
  const parent = readParentName(text('parent'), database.name);
  const collection = text('collectionId');
  checkOwnId(collection, 'collection');
  const size = readPageSize(request.pageSize);
  const showMissing = readBoolean(request.showMissing, 'ListDocumentsRequest.showMissing');
  if (showMissing && text('orderBy') !== '') {
    throw invalid('cannot specify an order when show_missing is true');
  }
  const orders = readOrderBy(text('orderBy'));
  const from = [{ collectionId: collection }];
  const structured = {
    from,
    ...(orders.length > 0 ? { orderBy: orders.map(({ json }) => json) } : {}),
  };
  const query = readQuery(parent, structured, database.name);
  const mask = readMask(request.mask);
  const list = [writeName(database.name, [...parent, collection]), text('orderBy')];
  const last = readToken(text('pageToken'), list, readLast);
  const reading = readingOf(context, request);
  if (showMissing) requireAdmin(caller, 'Metadata operations');
  const question = { parent, collection, isGroup: false, query: { ...structured, limit: size } };
  accessToRead(context, caller, reading.moment)?.list(question);
  reading.transaction?.locks.addRange(question);

  const above = showMissing ? database.idsAbove(parent, collection) : new Set<string>();
  const rest = entriesOf({ query, reading, above }).filter(
    ({ path, document }) => !last || query.compare(document ?? placeholder(path), last) > 0,
  );
  const page = rest.slice(0, size);
  // As Google's emulator: a full page has a next one, even when that is empty.
  const lastEntry = page.length === size ? page.at(-1) : undefined;
  return {
    ...(page.length > 0
      ? {
          documents: page.map(({ path, document }) =>
            document
              ? documentJson(database.name, document, shown(document.fields, mask))
              : { name: writeName(database.name, path) },
          ),
        }
      : {}),
    ...(lastEntry ? { nextPageToken: writeToken(list, writeLast(lastEntry, orders)) } : {}),
  };
}

function readPageSize(json: unknown): number {
  const size = readInt32(json, 'ListDocumentsRequest.pageSize') ?? 0;
  if (size < 0) throw invalid('Page size must be nonnegative.');
  return Math.min(size === 0 ? usualPage : size, mostOnPage);
}

function entriesOf({
  query,
  reading: { moment },
  above,
}: {
  readonly query: Query;
  readonly reading: Reading;
  readonly above: ReadonlySet<string>;
}): readonly Entry[] {
  const { parent, collection } = query;
  const documents = query.run(moment.collection(parent, collection, false));
  const entries: Entry[] = documents.map((document) => ({ path: document.path, document }));
  if (above.size === 0) return entries;
  const present = new Set(documents.map(({ path }) => path.at(-1)));
  const missing = [...above].filter((id) => !present.has(id));
  const added = missing.map((id) => ({ path: [...parent, collection, id], document: undefined }));
  return [...entries, ...added].sort((a, b) => comparePaths(a.path, b.path));
}

/** The last of a page as far as the order of the list looks at it. */
const writeLast = (
  { path, document }: Entry,
  orders: ReturnType<typeof readOrderBy>,
): { readonly path: Segments; readonly fields: unknown } => ({
  path,
  fields: document
    ? pickFields(
        document.fields,
        orders.map(({ field }) => field),
      )
    : {},
});

function readLast(json: unknown): StoredDocument | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (!('path' in json && 'fields' in json && Array.isArray(json.path))) return undefined;
  return { ...placeholder(json.path.map(String)), fields: readFields(json.fields) };
}

const placeholder = (path: Segments): StoredDocument => ({
  path,
  fields: {},
  createTime: 0,
  updateTime: 0,
});
