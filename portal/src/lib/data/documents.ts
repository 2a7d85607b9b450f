import {
  collection,
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getDocs,
  getFirestore,
  limit,
  onSnapshot,
  orderBy,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  query,
  startAfter,
  where,
} from 'firebase/firestore';
import { loadConfig } from '../firebase/config.ts';
import { reportWaiting } from '../firebase/reach.ts';
import { getAuthClient } from '../session/auth.ts';
import type { Watch } from './use-watched.ts';
import { wholeAnswers } from './whole-answers.ts';

async function start(): Promise<Firestore> {
  const [{ local }, auth] = await Promise.all([loadConfig(), getAuthClient()]);
  const firestore = getFirestore(auth.app);
  if (local?.firestore) {
    const { hostname, port } = new URL(local.firestore);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return firestore;
}

let starting: Promise<Firestore> | undefined;

/** Where an answer comes from: the store itself, or its copy in memory. */
type Source = { readonly fromCache: boolean };

/** Waits for the store, then listens; the end stops both. */
function watch(
  begin: (firestore: Firestore, hear: (source: Source) => void) => () => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  const part = {};
  reportWaiting(part, true);
  starting ??= start();
  starting
    .then((firestore) => {
      if (!stopped) stop = begin(firestore, ({ fromCache }) => reportWaiting(part, fromCache));
    })
    .catch((error: unknown) => {
      starting = undefined;
      if (!stopped) onFailure(error);
    });
  return () => {
    stopped = true;
    reportWaiting(part, false);
    stop();
  };
}

/**
 * While the store is out of reach the SDK answers from memory, where nothing means not known: such
 * an answer is not passed on. What memory is sure of later comes as a change of its metadata alone.
 */
const withMetadata = { includeMetadataChanges: true };

/** Listens to a document; `onChange` receives its data, or null when it does not exist. */
export const watchDocumentNow: Watch = (path, onChange, onFailure) =>
  watch(
    (firestore, hear) =>
      onSnapshot(
        doc(firestore, path),
        withMetadata,
        (found) => {
          hear(found.metadata);
          if (found.exists() || !found.metadata.fromCache) onChange(found.data() ?? null);
        },
        onFailure,
      ),
    onFailure,
  );

/** A document of a collection in which the id says what the data do not. */
const named = (found: QueryDocumentSnapshot) => ({ id: found.id, data: found.data() });

/** Listens to documents; `onChange` receives what `read` makes of each, their data, as a list. */
const watchQuery = (
  queryOf: (firestore: Firestore) => Query,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
  read: (found: QueryDocumentSnapshot) => unknown = (found) => found.data(),
): (() => void) => {
  const take = wholeAnswers(({ docs }: QuerySnapshot) => onChange(docs.map(read)));
  return watch(
    (firestore, hear) =>
      onSnapshot(
        queryOf(firestore),
        withMetadata,
        (answer) => {
          hear(answer.metadata);
          take(answer);
        },
        onFailure,
      ),
    onFailure,
  );
};

/** Listens to a collection. */
export const watchCollectionNow: Watch = (path, onChange, onFailure) =>
  watchQuery((firestore) => collection(firestore, path), onChange, onFailure);

/** The documents of a collection that belong to a user, and are in this state where one is named. */
export interface Own {
  readonly collection: string;
  readonly uid: string;
  readonly state?: string;
}

/** Listens to a user's own documents; the path is an `Own` as JSON. */
export const watchOwnNow: Watch = (path, onChange, onFailure) => {
  const own: Own = JSON.parse(path);
  const inState = own.state === undefined ? [] : [where('state', '==', own.state)];
  return watchQuery(
    (firestore) =>
      query(collection(firestore, own.collection), where('uid', '==', own.uid), ...inState),
    onChange,
    onFailure,
  );
};

/** The document of a collection that names a text in a list of its own. */
export interface Naming {
  readonly path: string;
  readonly list: string;
  readonly text: string;
}

/** Listens to the document that names something, as a list of it alone; the path is a `Naming` as JSON. */
export const watchNamingNow: Watch = (path, onChange, onFailure) => {
  const naming: Naming = JSON.parse(path);
  return watchQuery(
    (firestore) =>
      query(
        collection(firestore, naming.path),
        where(naming.list, 'array-contains', naming.text),
        limit(1),
      ),
    onChange,
    onFailure,
  );
};

/** The newest documents of a collection by their `at`, and of these kinds where some are named. */
export interface Newest {
  readonly path: string;
  readonly limit: number;
  /** None: of every kind. */
  readonly kinds: readonly string[];
}

const newestFirst = (firestore: Firestore, { path, kinds }: Omit<Newest, 'limit'>): Query =>
  query(
    collection(firestore, path),
    ...(kinds.length > 0 ? [where('kind', 'in', kinds)] : []),
    orderBy('at', 'desc'),
  );

/** Listens to the newest documents, each as `{id, data}`; the path is a `Newest` as JSON. */
export const watchNewestNow: Watch = (path, onChange, onFailure) => {
  const newest: Newest = JSON.parse(path);
  return watchQuery(
    (firestore) => query(newestFirst(firestore, newest), limit(newest.limit)),
    onChange,
    onFailure,
    named,
  );
};

/** Documents of a collection whose `month`, YYYY-MM, is in a year. */
export interface OfYear {
  readonly path: string;
  readonly year: string;
}

/** Listens to a year's documents; the path is an `OfYear` as JSON. */
export const watchYearNow: Watch = (path, onChange, onFailure) => {
  const { path: name, year }: OfYear = JSON.parse(path);
  return watchQuery(
    (firestore) =>
      query(
        collection(firestore, name),
        where('month', '>=', `${year}-01`),
        where('month', '<=', `${year}-12`),
      ),
    onChange,
    onFailure,
  );
};

/** Listens to the document of a collection whose `month` is the first, as a list of it alone. */
export const watchFirstMonthNow: Watch = (path, onChange, onFailure) =>
  watchQuery(
    (firestore) => query(collection(firestore, path), orderBy('month'), limit(1)),
    onChange,
    onFailure,
  );

const PAGE = 500;

/**
 * Reads a whole collection, newest first, page by page, each document as `{id, data}`.
 *
 * @throws the store's error when a page cannot be read
 */
export async function readNewestNow(path: string, kinds: readonly string[]): Promise<unknown[]> {
  starting ??= start();
  const all = newestFirst(await starting, { path, kinds });
  const found: unknown[] = [];
  let last: QueryDocumentSnapshot | undefined;
  do {
    const after = last ? [startAfter(last)] : [];
    const { docs } = await getDocs(query(all, ...after, limit(PAGE)));
    found.push(...docs.map(named));
    last = docs.length === PAGE ? docs.at(-1) : undefined;
  } while (last);
  return found;
}
