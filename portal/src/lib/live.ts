import { type Database, forceWebSockets, getDatabase, onValue, ref } from 'firebase/database';
import { getAuthClient } from './auth.ts';
import { loadConfig } from './config.ts';

async function start(): Promise<Database> {
  const [config, auth] = await Promise.all([loadConfig(), getAuthClient()]);
  // Without this a database that was down once is reached by long polling for ever after, which
  // injects scripts that the content security policy refuses.
  forceWebSockets();
  return getDatabase(auth.app, config.databaseURL);
}

let starting: Promise<Database> | undefined;

/**
 * Listens to a path of the Realtime Database; `onChange` receives the stored value now and after
 * each change, `onFailure` is called when the listener is refused or revoked. Returns the end.
 */
export function watchLive(
  path: string,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  starting ??= start();
  starting
    .then((database) => {
      if (stopped) return;
      stop = onValue(ref(database, path), (snapshot) => onChange(snapshot.val()), onFailure);
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
