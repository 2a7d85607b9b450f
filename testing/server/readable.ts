import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import type { Fan } from './market.ts';

/** The number of concurrent requests: fast, but not too many for one emulator. */
const CONCURRENCY = 24;

async function each<T, R>(list: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < list.length; start += CONCURRENCY) {
    results.push(...(await Promise.all(list.slice(start, start + CONCURRENCY).map(act))));
  }
  return results;
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
const headersOf = (reader: Fan | undefined): Record<string, string> =>
  reader ? { authorization: `Bearer ${reader.token}` } : {};

type Collection = FirebaseFirestore.CollectionReference;

/** Reads every document of Firestore by path, including those that our code does not know. */
export async function allDocuments(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const take = async (collections: readonly Collection[]): Promise<void> => {
    const places = (await each(collections, (one) => one.listDocuments())).flat();
    const stored = await each(places, (place) => place.get());
    for (const one of stored) if (one.exists) found.set(one.ref.path, one.data());
    const below = (await each(places, (place) => place.listCollections())).flat();
    if (below.length > 0) await take(below);
  };
  await take(await firestore().listCollections());
  return found;
}

interface List {
  /** The parent of the collection; empty at the root. */
  readonly parent: string;
  readonly structuredQuery: object;
}

function listsIn(folder: string, reader: Fan | undefined, allDescendants = false): List[] {
  const cut = folder.lastIndexOf('/');
  const from = [{ collectionId: folder.slice(cut + 1), allDescendants }];
  const value = { stringValue: reader?.uid ?? '' };
  const where = { fieldFilter: { field: { fieldPath: 'uid' }, op: 'EQUAL', value } };
  const own = reader ? [{ from, where }] : [];
  return [{ from, limit: 7 }, ...own].map((structuredQuery) => ({
    parent: folder.slice(0, Math.max(0, cut)),
    structuredQuery,
  }));
}

/**
 * Returns the documents of Firestore that a user may read under the rules, by path. It includes
 * every document in an allowed list, and those that `isTried` selects and a single get allows.
 *
 * @param reader undefined for a signed-out visitor
 */
export async function readableDocuments(
  reader: Fan | undefined,
  all: ReadonlyMap<string, unknown>,
  isTried: (path: string, what: unknown) => boolean,
): Promise<Map<string, unknown>> {
  const { addresses, projectId } = testStack();
  const root = `${addresses.firestore}/v1/projects/${projectId}/databases/(default)/documents`;
  const headers = headersOf(reader);
  const read = new Set<string>();
  const tried = [...all].filter(([path, what]) => isTried(path, what));
  await each(tried, async ([path]) => {
    const { ok } = await fetch(`${root}/${encoded(path)}`, { headers });
    if (ok) read.add(path);
  });
  const folders = new Set([...all.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))));
  const groups = new Set([...folders].map((folder) => folder.slice(folder.lastIndexOf('/') + 1)));
  const lists = [
    ...[...folders].flatMap((folder) => listsIn(folder, reader)),
    ...[...groups].flatMap((group) => listsIn(group, reader, true)),
  ];
  await each(lists, async ({ parent, structuredQuery }) => {
    const url = `${root}${parent && `/${encoded(parent)}`}:runQuery`;
    const body = JSON.stringify({ structuredQuery });
    const response = await fetch(url, { method: 'POST', headers, body });
    if (!response.ok) return;
    for (const { document } of (await response.json()) as { document?: { name: string } }[]) {
      const [, path] = document?.name.split('/documents/') ?? [];
      if (path) read.add(path);
    }
  });
  return new Map([...read].map((path) => [path, all.get(path)]));
}

export async function readableValues(reader: Fan | undefined): Promise<Map<string, unknown>> {
  const { addresses, projectId } = testStack();
  const found = new Map<string, unknown>();
  const take = async (path: string, value: unknown): Promise<void> => {
    const query = `ns=${projectId}-default-rtdb${reader ? `&auth=${reader.token}` : ''}`;
    const { ok } = await fetch(`${addresses.database}/${encoded(path)}.json?${query}`);
    if (ok) found.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      const below = Object.entries(value);
      await each(below, ([key, inner]) => take(path === '' ? key : `${path}/${key}`, inner));
    }
  };
  await take('', await services().live.read(''));
  return found;
}

const keyOf = (key: string, uid: string): string => {
  if (key.includes(uid)) return '{uid}';
  return /^\d+$/.test(key) ? '{n}' : key;
};

/** Lists where a value contains a uid: `assets[].creatorId`. */
export function placesIn(value: unknown, uid: string, at = ''): string[] {
  if (typeof value === 'string') return value.includes(uid) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((one) => placesIn(one, uid, `${at}[]`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = at === '' ? keyOf(key, uid) : `${at}.${keyOf(key, uid)}`;
    return [...(key.includes(uid) ? [place] : []), ...placesIn(inner, uid, place)];
  });
}
