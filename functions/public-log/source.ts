import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { Firestore } from '@google-cloud/firestore';
import { newestClosed } from '../public-books/clear-behind.ts';
import { bookDays } from '../stores/book-days.ts';
import { firestoreStore } from '../stores/firestore-store.ts';
import { emulatorSettings, type PublicDataSource } from '../stores/public-data.ts';
import { publicNames } from '../stores/public-names.ts';
import { type LogHead, linesOfHead, readHead } from './head.ts';
import { isFormerHead } from './migrate.ts';
import { storedLines, storedLinesAfter } from './stored-lines.ts';

/** The public log as of one moment. */
export interface PublicLog {
  /** Its checkpoint is empty while the log has no lines. */
  readonly head: LogHead;
  /** Usernames by the person in the log, of those who want to be named. */
  readonly handles: Readonly<Record<string, string>>;
  /** Each with its line feed: all, or those after the first `from`. */
  lines(from?: number): AsyncGenerator<string>;
  /** Checkpoints from before the log was a tree; none if it always was. */
  formerCheckpoints(): AsyncGenerator<string>;
  /** The lists of coins of the newest closed days that there are lines about. */
  coins(): AsyncGenerator<{ readonly day: string; readonly text: string }>;
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
 * @throws when Firestore cannot be reached, or the log still has its former form
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
    const data = stored.get(docs.publicLogHead)?.data;
    if (isFormerHead(data)) {
      throw new Error('The public log is not a tree yet: run npm run job -- publish-log once.');
    }
    const head = readHead(data);
    const days = bookDays(firestore);
    return {
      head,
      handles: await readHandles(firestore),
      lines: (from = 0) =>
        from === 0
          ? storedLines(store, 'lines', linesOfHead(head))
          : storedLinesAfter(store, linesOfHead(head), from),
      formerCheckpoints: () =>
        storedLines(store, 'checkpoints', head.former?.checkpoints ?? { length: 0, chunk: 0 }),
      async *coins() {
        for (const { date, closing, generation } of await newestClosed(days)) {
          // What is closed after the head was read is for the next rebuild.
          if (!closing || date > head.lastDay) continue;
          yield { day: date, text: await days.coinsOf(generation) };
        }
      },
      close: () => firestore.terminate(),
    };
  } catch (error) {
    await firestore.terminate();
    throw error;
  }
}
