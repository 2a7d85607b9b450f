import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { loadConfig } from '../firebase/config.ts';
import { firestoreBase } from '../firebase/firestore-address.ts';
import { currentUser } from '../session/auth.ts';

const TIMEOUT_MILLIS = 20_000;

export interface ReadDocument {
  readonly id: string;
  readonly data: unknown;
}

/**
 * Requests from the document store's REST API, because its SDKs cannot abort a request. Made as the
 * signed-in user.
 *
 * @throws when it is aborted, and when the store refuses or does not answer
 */
async function ask(path: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
  const [config, user] = await Promise.all([loadConfig(), currentUser()]);
  const token = await user?.getIdToken();
  const response = await fetch(`${firestoreBase(config)}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLIS)]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The document store answered ${response.status}.`);
  return response.json();
}

function readDocument(value: unknown): ReadDocument[] {
  if (!isRecord(value) || typeof value.name !== 'string') return [];
  return [{ id: value.name.split('/').at(-1) ?? '', data: plainFields(value.fields) }];
}

/** Reads one document; undefined when it does not exist. @throws as `ask` does */
export async function readDocumentAt(
  path: string,
  signal: AbortSignal,
): Promise<ReadDocument | undefined> {
  return readDocument(await ask(`/${path}`, signal))[0];
}

/**
 * Reads a whole collection, page by page; with `fields`, only these fields of each document.
 *
 * @throws as `ask` does
 */
export async function readCollection(
  path: string,
  signal: AbortSignal,
  fields: readonly string[] = [],
): Promise<ReadDocument[]> {
  const mask = fields.map((field) => `&mask.fieldPaths=${encodeURIComponent(`\`${field}\``)}`);
  const found: ReadDocument[] = [];
  let pageToken = '';
  do {
    const answer = await ask(`/${path}?pageSize=50&pageToken=${pageToken}${mask.join('')}`, signal);
    if (!isRecord(answer)) break;
    found.push(...readList(answer.documents).flatMap(readDocument));
    pageToken = typeof answer.nextPageToken === 'string' ? answer.nextPageToken : '';
  } while (pageToken !== '');
  return found;
}

/**
 * Counts the documents of a subcollection with an `at` later than the given one, up to `most`.
 *
 * @throws as `ask` does
 */
export async function countNewer(
  path: string,
  at: number,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const [, parent = '', collectionId] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const later = {
    field: { fieldPath: 'at' },
    op: 'GREATER_THAN',
    value: { doubleValue: at },
  };
  const structuredQuery = {
    select: { fields: [{ fieldPath: '__name__' }] },
    from: [{ collectionId }],
    where: { fieldFilter: later },
    limit: most,
  };
  const answer = await ask(`/${parent}:runQuery`, signal, { structuredQuery });
  return readList(answer).filter((row) => isRecord(row) && row.document !== undefined).length;
}

export interface TextQuery {
  readonly collection: string;
  readonly field: string;
  readonly match: 'equal' | 'prefix';
  readonly text: string;
  readonly limit: number;
}

/** Sorts after anything that people write. */
const LAST_CHARACTER = '\uf8ff';

function makeFilter({ field, match, text }: TextQuery): unknown {
  const compare = (op: string, stringValue: string) => ({
    fieldFilter: { field: { fieldPath: field }, op, value: { stringValue } },
  });
  if (match === 'equal') return compare('EQUAL', text);
  const filters = [
    compare('GREATER_THAN_OR_EQUAL', text),
    compare('LESS_THAN_OR_EQUAL', text + LAST_CHARACTER),
  ];
  return { compositeFilter: { op: 'AND', filters } };
}

/** Reads the documents of a query. @throws as `ask` does */
export async function queryDocuments(
  query: TextQuery,
  signal: AbortSignal,
): Promise<ReadDocument[]> {
  const structuredQuery = {
    from: [{ collectionId: query.collection }],
    where: makeFilter(query),
    limit: query.limit,
  };
  const answer = await ask(':runQuery', signal, { structuredQuery });
  return readList(answer).flatMap((row) => readDocument(isRecord(row) ? row.document : undefined));
}
