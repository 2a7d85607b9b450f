import { readInt32, readMessage, readString } from '../query/json.ts';
import { readParentName } from '../values/resource-names.ts';
import { compareUtf8 } from '../values/utf8.ts';
import type { Json } from './answers.ts';
import { requireAdmin } from './context.ts';
import type { Request } from './reading.ts';

/** Handles ListCollectionIds, for admins only; ignores the page size and returns all ids. */
export function listCollectionIds({ context, message, caller }: Request): Json {
  const { database } = context;
  const request = readMessage(message, 'ListCollectionIdsRequest', ['parent', 'pageSize']);
  const parent = readParentName(readString(request.parent, 'parent'), database.name);
  readInt32(request.pageSize, 'ListCollectionIdsRequest.pageSize');
  requireAdmin(caller);
  const ids = [...database.collectionIds(parent)].sort(compareUtf8);
  return ids.length > 0 ? { collectionIds: ids } : {};
}
