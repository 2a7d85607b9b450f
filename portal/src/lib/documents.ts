import {
  collection,
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  onSnapshot,
  query,
  where,
} from 'firebase/firestore';
import { getAuthClient } from './auth.ts';
import { loadConfig } from './config.ts';
import type { Watch } from './use-watched.ts';

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

/** Waits for the store, then listens; the end stops both. */
function watch(
  begin: (firestore: Firestore) => () => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  starting ??= start();
  starting
    .then((firestore) => {
      if (!stopped) stop = begin(firestore);
    })
    .catch((error: unknown) => {
      starting = undefined;
      if (!stopped) onFailure(error);
    });
  return () => {
    stopped = true;
    stop();
  };
}

/** Listens to a document; `onChange` receives its data, or null when it does not exist. */
export const watchDocumentNow: Watch = (path, onChange, onFailure) =>
  watch(
    (firestore) =>
      onSnapshot(doc(firestore, path), (found) => onChange(found.data() ?? null), onFailure),
    onFailure,
  );

/** Listens to a collection; `onChange` receives the data of its documents, as a list. */
export const watchCollectionNow: Watch = (path, onChange, onFailure) =>
  watch(
    (firestore) =>
      onSnapshot(
        collection(firestore, path),
        ({ docs }) => onChange(docs.map((found) => found.data())),
        onFailure,
      ),
    onFailure,
  );

/** Listens to a user's own documents of a collection; the path is the collection and the uid. */
export const watchOwnNow: Watch = (path, onChange, onFailure) => {
  const [name = '', uid] = path.split('/');
  return watch(
    (firestore) =>
      onSnapshot(
        query(collection(firestore, name), where('uid', '==', uid)),
        ({ docs }) => onChange(docs.map((found) => found.data())),
        onFailure,
      ),
    onFailure,
  );
};
