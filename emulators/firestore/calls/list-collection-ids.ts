import { invalid, readInt32, readMessage, readString } from '../query/json.ts';
import { readParentName, writeName } from '../values/resource-names.ts';
import { compareUtf8 } from '../values/utf8.ts';
import type { Json } from './answers.ts';
import { notCovered, requireAdmin } from './context.ts';
import { readToken, writeToken } from './page-token.ts';
import type { Request } from './reading.ts';

/** ListCollectionIds, by pages when a size is given; for admins only. */
export function listCollectionIds({ context, message, caller }: Request): Json {
  const { database } = context;
  const request = readMessage(message, 'ListCollectionIdsRequest', [
    ...['parent', 'pageSize', 'pageToken', 'readTime'],
  ]);
  if (request.readTime !== undefined && request.readTime !== null) {
    throw notCovered('Reading at a time (readTime)');
  }
  const parent = readParentName(readString(request.parent, 'parent'), database.name);
  const size = readInt32(request.pageSize, 'ListCollectionIdsRequest.pageSize') ?? 0;
  if (size < 0) throw invalid('page_size must be greater than or equal to zero.');
  const list = [writeName(database.name, parent)];
  const last = readToken(readString(request.pageToken, 'pageToken'), list, readLast);
  requireAdmin(caller, 'Metadata operations');
  const ids = [...database.collectionIds(parent)]
    .filter((id) => last === undefined || compareUtf8(id, last) > 0)
    .sort(compareUtf8);
  const page = size === 0 ? ids : ids.slice(0, size);
  return {
    ...(page.length > 0 ? { collectionIds: page } : {}),
    // As Google's emulator: a full page has a next one, even when that is empty.
    ...(size > 0 && page.length === size ? { nextPageToken: writeToken(list, page.at(-1)) } : {}),
  };
}

const readLast = (json: unknown): string | undefined =>
  typeof json === 'string' ? json : undefined;
