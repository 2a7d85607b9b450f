import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { LogKey } from '@datchain/shared/domain/public-log/keys.ts';
import { Firestore } from '@google-cloud/firestore';
import { firestoreStore } from '../stores/firestore-store.ts';
import { emulatorSettings, type PublicDataSource } from '../stores/public-data.ts';
import { publicNames } from '../stores/public-names.ts';
import { readHead } from './head.ts';
import { storedLines } from './stored-lines.ts';

/** The public log as of one moment. */
export interface PublicLog {
  /** Hashes of the last line and the last checkpoint: equal while nothing is added. */
  readonly heads: readonly string[];
  readonly keys: readonly LogKey[];
  /** Usernames by the person in the log, of those who want to be named. */
  readonly handles: Readonly<Record<string, string>>;
  /** Each with its line feed. */
  lines(): AsyncGenerator<string>;
  checkpoints(): AsyncGenerator<string>;
  close(): Promise<void>;
}

const PEOPLE_AT_ONCE = 300;

/** Usernames by the person in the log, of those who did not choose to be unnamed. */
async function readHandles(firestore: Firestore): Promise<Record<string, string>> {
  const { docs: people } = await firestore.collection(docs.publicLogPeople).get();
  const handles: [string, string][] = [];
  for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE) {
    const some = people.slice(start, start + PEOPLE_AT_ONCE);
    const profiles = await firestore.getAll(
      ...some.map(({ id }) => firestore.doc(docs.publicProfile(id))),
    );
    const stored = new Map([...some, ...profiles].map((each) => [each.ref.path, each.data()]));
    const names = publicNames((path) => stored.get(path));
    for (const person of some) {
      const { username } = names.of(person.id);
      if (username !== '') handles.push([readText(person.get('person')), username]);
    }
  }
  return Object.fromEntries(handles.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Opens the public log for building the site from it.
 *
 * @throws when Firestore cannot be reached
 */
export async function openPublicLog(
  source: Pick<PublicDataSource, 'projectId' | 'firestoreHost'>,
): Promise<PublicLog> {
  const { projectId, firestoreHost } = source;
  const firestore = new Firestore({
    projectId,
    ...(firestoreHost ? emulatorSettings(firestoreHost) : {}),
  });
  try {
    const store = firestoreStore(firestore);
    const stored = await store.read([docs.publicLogHead]);
    const head = readHead(stored.get(docs.publicLogHead)?.data);
    return {
      heads: [head.lines.hash, head.checkpoints.hash],
      keys: head.keys,
      handles: await readHandles(firestore),
      lines: () => storedLines(store, 'lines', head.lines),
      checkpoints: () => storedLines(store, 'checkpoints', head.checkpoints),
      close: () => firestore.terminate(),
    };
  } catch (error) {
    await firestore.terminate();
    throw error;
  }
}
