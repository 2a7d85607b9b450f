import {
  connectFirestoreEmulator,
  doc,
  type Firestore,
  getFirestore,
  onSnapshot,
} from 'firebase/firestore';
import { getAuthClient } from './auth.ts';
import { loadConfig } from './config.ts';

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

/** Listens to a document; `onChange` receives its data, or null when it does not exist. */
export function watchDocumentNow(
  path: string,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  starting ??= start();
  starting
    .then((firestore) => {
      if (stopped) return;
      const next = (snapshot: { data: () => unknown }) => onChange(snapshot.data() ?? null);
      stop = onSnapshot(doc(firestore, path), next, onFailure);
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
