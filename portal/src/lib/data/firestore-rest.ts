import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { loadConfig } from '../firebase/config.ts';
import { firestoreBase } from '../firebase/firestore-address.ts';
import { currentUser } from '../session/auth.ts';

const ANSWER_WITHIN_MILLIS = 20_000;

/** A document that was read: its id and its data as plain values. */
export interface ReadDocument {
  readonly id: string;
  readonly data: unknown;
}

/**
 * A question to the document store that can be taken back on its way, which its SDKs do not offer:
 * an old answer never arrives, and loads nothing. Asked as the signed-in user.
 *
 * @throws when it is taken back, and when the store refuses or does not answer
 */
async function ask(path: string, signal: AbortSignal, body?: unknown): Promise<unknown> {
  const [config, user] = await Promise.all([loadConfig(), currentUser()]);
  const token = await user?.getIdToken();
  const response = await fetch(`${firestoreBase(config)}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MILLIS)]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The document store answered ${response.status}.`);
  return response.json();
}

function readDocument(value: unknown): ReadDocument[] {
  if (!isRecord(value) || typeof value.name !== 'string') return [];
  return [{ id: value.name.split('/').at(-1) ?? '', data: plainFields(value.fields) }];
}

/** Reads one document; undefined when the answer is none. @throws like every question here */
export async function readDocumentAt(
  path: string,
  signal: AbortSignal,
): Promise<ReadDocument | undefined> {
  return readDocument(await ask(`/${path}`, signal))[0];
}

/**
 * Reads a whole collection, page by page; of each document only these fields, where some are named.
 *
 * @throws like every question here
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
 * How many documents of a collection below a document have a later `at`; never more than `most`.
 *
 * @throws like every question here
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

/** Which documents of a collection are asked for, by one text field of theirs. */
export interface TextQuery {
  readonly collection: string;
  readonly field: string;
  /** Exactly this text, or all that begin with it. */
  readonly match: 'equal' | 'prefix';
  readonly text: string;
  readonly limit: number;
}

/** Nothing that people write sorts behind it. */
const LAST = '\uf8ff';

function filterOf({ field, match, text }: TextQuery): unknown {
  const compare = (op: string, stringValue: string) => ({
    fieldFilter: { field: { fieldPath: field }, op, value: { stringValue } },
  });
  if (match === 'equal') return compare('EQUAL', text);
  const filters = [
    compare('GREATER_THAN_OR_EQUAL', text),
    compare('LESS_THAN_OR_EQUAL', text + LAST),
  ];
  return { compositeFilter: { op: 'AND', filters } };
}

/** Reads the documents that a query finds. @throws like every question here */
export async function queryDocuments(
  query: TextQuery,
  signal: AbortSignal,
): Promise<ReadDocument[]> {
  const structuredQuery = {
    from: [{ collectionId: query.collection }],
    where: filterOf(query),
    limit: query.limit,
  };
  const answer = await ask(':runQuery', signal, { structuredQuery });
  return readList(answer).flatMap((row) => readDocument(isRecord(row) ? row.document : undefined));
}
