import { invalid, type Segments, type StoredDocument } from '../contract.ts';
import { readBoolean, readInt32, readMessage, readString } from '../query/json.ts';
import { comparePaths } from '../values/compare.ts';
import { checkOwnId, readParentName, writeName } from '../values/resource-names.ts';
import { documentJson, type Json } from './answers.ts';
import { accessToRead, requireAdmin } from './context.ts';
import { shown } from './documents.ts';
import { readMask } from './read-write.ts';
import { beginReading, type Request } from './reading.ts';

const defaultPageSize = 30;
const maxPageSize = 150;

type Entry = { readonly path: Segments; readonly document: StoredDocument | undefined };

/**
 * Handles ListDocuments: a collection in pages, ordered by name. With `showMissing` it includes
 * missing documents that have subcollections.
 */
export function listDocuments({ context, message, caller }: Request): Json {
  const { database } = context;
  const request = readMessage(message, 'ListDocumentsRequest', [
    'parent',
    'collectionId',
    'pageSize',
    'pageToken',
    'mask',
    'showMissing',
  ]);
  const text = (key: string) => readString(request[key], `ListDocumentsRequest.${key}`);
  const parent = readParentName(text('parent'), database.name);
  const collection = text('collectionId');
  checkOwnId(collection, 'collection');
  const size = readPageSize(request.pageSize);
  const showMissing = readBoolean(request.showMissing, 'ListDocumentsRequest.showMissing');
  const mask = readMask(request.mask);
  const folder = [...parent, collection];
  const last = readToken(text('pageToken'), folder);
  const { moment } = beginReading(context, {});
  if (showMissing) requireAdmin(caller);
  const query = { from: [{ collectionId: collection }], limit: size };
  const question = { parent, collection, isGroup: false, query };
  accessToRead(context, caller, moment)?.list(question);

  const entries = new Map<string, Entry>();
  for (const id of showMissing ? database.idsAbove(parent, collection) : []) {
    entries.set(id, { path: [...folder, id], document: undefined });
  }
  for (const document of moment.collection(parent, collection, false)) {
    entries.set(document.path.at(-1)!, { path: document.path, document });
  }
  const page = [...entries.values()]
    .filter(({ path }) => !last || comparePaths(path, last) > 0)
    .sort((a, b) => comparePaths(a.path, b.path))
    .slice(0, size);
  const documents = page.map(({ path, document }) =>
    document
      ? documentJson(database.name, document, shown(document.fields, mask))
      : { name: writeName(database.name, path) },
  );
  // As in Google's emulator, a full page always has a next one, even if that is empty.
  const next = page.length === size ? page.at(-1) : undefined;
  return {
    ...(documents.length > 0 ? { documents } : {}),
    ...(next ? { nextPageToken: writeToken(next.path) } : {}),
  };
}

function readPageSize(json: unknown): number {
  const size = readInt32(json, 'ListDocumentsRequest.pageSize') ?? 0;
  if (size < 0) throw invalid('Page size must be nonnegative.');
  return Math.min(size === 0 ? defaultPageSize : size, maxPageSize);
}

const writeToken = (path: Segments): string => Buffer.from(path.join('/')).toString('base64url');

/**
 * Reads a token that `writeToken` made for the same collection.
 * @returns undefined for an empty token
 * @throws Refusal INVALID_ARGUMENT
 */
function readToken(token: string, folder: Segments): Segments | undefined {
  if (token === '') return undefined;
  const path = Buffer.from(token, 'base64url').toString().split('/');
  if (path.slice(0, -1).join('/') !== folder.join('/')) throw invalid('invalid page token');
  return path;
}
