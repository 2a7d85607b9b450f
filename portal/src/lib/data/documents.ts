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
  type QueryConstraint,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  query,
  startAfter,
  where,
} from 'firebase/firestore';
import { loadConfig } from '../firebase/config.ts';
import { reportWaiting } from '../firebase/reach.ts';
import { startedOnce } from '../firebase/started-once.ts';
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

const getStore = startedOnce(start);

type Source = { readonly fromCache: boolean };

function watch(
  begin: (firestore: Firestore, hear: (source: Source) => void) => () => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  const part = {};
  reportWaiting(part, true);
  getStore()
    .then((firestore) => {
      if (!stopped) stop = begin(firestore, ({ fromCache }) => reportWaiting(part, fromCache));
    })
    .catch((error: unknown) => {
      if (!stopped) onFailure(error);
    });
  return () => {
    stopped = true;
    reportWaiting(part, false);
    stop();
  };
}

/**
 * Offline, the SDK answers from its cache, where a missing document means unknown: such answers are
 * dropped. A later confirmation of the cache changes only the metadata, hence this option.
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

const named = (found: QueryDocumentSnapshot) => ({ id: found.id, data: found.data() });

export interface Question {
  readonly path: string;
  readonly where?: readonly (readonly [field: string, is: Is, value: string | readonly string[]])[];
  readonly orderBy?: readonly [field: string, direction: 'asc' | 'desc'];
  readonly limit?: number;
  readonly withIds?: boolean;
}

export type Is = '==' | '>=' | '<=' | 'in' | 'array-contains';

const makeQuery = (firestore: Firestore, question: Question, ...more: QueryConstraint[]): Query =>
  query(
    collection(firestore, question.path),
    ...(question.where ?? []).map(([field, is, value]) => where(field, is, value)),
    ...(question.orderBy ? [orderBy(...question.orderBy)] : []),
    ...more,
    ...(question.limit === undefined ? [] : [limit(question.limit)]),
  );

/**
 * Listens to a query's documents; `onChange` receives them as a list. The path is a `Question` as
 * JSON.
 */
export const watchQuestionNow: Watch = (path, onChange, onFailure) => {
  const question: Question = JSON.parse(path);
  const take = wholeAnswers(({ docs }: QuerySnapshot) =>
    onChange(docs.map((found) => (question.withIds ? named(found) : found.data()))),
  );
  return watch(
    (firestore, hear) =>
      onSnapshot(
        makeQuery(firestore, question),
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

const PAGE_SIZE = 500;

/**
 * Reads all documents of a query, page by page, each as `{id, data}`.
 *
 * @throws the store's error when a page cannot be read
 */
export async function readAllNow(question: Question): Promise<unknown[]> {
  const firestore = await getStore();
  const found: unknown[] = [];
  let last: QueryDocumentSnapshot | undefined;
  do {
    const after = last ? [startAfter(last)] : [];
    const { docs } = await getDocs(
      makeQuery(firestore, { ...question, limit: PAGE_SIZE }, ...after),
    );
    found.push(...docs.map(named));
    last = docs.length === PAGE_SIZE ? docs.at(-1) : undefined;
  } while (last);
  return found;
}
