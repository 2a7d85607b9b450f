import { type Database, forceWebSockets, getDatabase, onValue, ref } from 'firebase/database';
import { loadConfig } from '../firebase/config.ts';
import { reportWaiting } from '../firebase/reach.ts';
import { startedOnce } from '../firebase/started-once.ts';
import { getAuthClient } from '../session/auth.ts';

async function start(): Promise<Database> {
  const [config, auth] = await Promise.all([loadConfig(), getAuthClient()]);
  // After an outage the SDK would use long polling, whose scripts the content security policy refuses.
  forceWebSockets();
  const database = getDatabase(auth.app, config.databaseURL);
  onValue(ref(database, '.info/connected'), (snapshot) => {
    isConnected = snapshot.val() === true;
    noteConnection();
  });
  return database;
}

/** The database's part in the page's reach: silent while there are listeners but no connection. */
const part = {};
let isConnected = false;
let listening = 0;
const noteConnection = (): void => reportWaiting(part, listening > 0 && !isConnected);

const getDatabaseClient = startedOnce(start);

/**
 * Listens to a path of the Realtime Database. `onChange` receives the stored value now and after
 * each change; `onFailure` is called when the listener is refused or revoked.
 *
 * @returns a function that stops listening
 */
export function watchLive(
  path: string,
  onChange: (value: unknown) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stop = () => {};
  let stopped = false;
  listening += 1;
  noteConnection();
  getDatabaseClient()
    .then((database) => {
      if (stopped) return;
      stop = onValue(ref(database, path), (snapshot) => onChange(snapshot.val()), onFailure);
    })
    .catch((error: unknown) => {
      if (!stopped) onFailure(error);
    });
  return () => {
    stopped = true;
    listening -= 1;
    noteConnection();
    stop();
  };
}
