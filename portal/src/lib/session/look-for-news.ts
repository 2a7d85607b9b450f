import { notificationsPath, settingsPath } from '@datchain/shared/contracts/notification-paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { choicesKey, newsKey } from '@datchain/shared/ui/session-hint.ts';
import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { countNewer, readCollection } from '../data/firestore-rest.ts';
import { getSession, noteOperator, subscribeToSession, uidOf } from './session.ts';

/** The count stops here: the bell shows 9+ from ten on. */
const COUNT_LIMIT = 10;

/**
 * Shows the number of news at the bell, in this tab and on later pages. The notifications screen
 * reads the news itself.
 */
export function showNews(count: number): void {
  if (count > 0) sharedStore.setItem(newsKey, String(count));
  else sharedStore.removeItem(newsKey);
  const { style } = document.documentElement;
  if (count > 0)
    style.setProperty('--news', JSON.stringify(count < COUNT_LIMIT ? String(count) : '9+'));
  else style.removeProperty('--news');
}

async function look(uid: string, signal: AbortSignal): Promise<void> {
  // Read as a collection, empty for users without settings: a missing document would be an error.
  const settings = await readCollection(settingsPath(uid), signal);
  if (signal.aborted) return;
  noteOperator(
    uid,
    settings.some(({ id }) => id === 'operator'),
  );
  const seen = settings.find(({ id }) => id === 'notifications')?.data;
  const seenUntil = isRecord(seen) && typeof seen.seenUntil === 'number' ? seen.seenUntil : 0;
  const count = await countNewer(notificationsPath(uid), seenUntil, COUNT_LIMIT, signal);
  if (!signal.aborted) showNews(count);
}

/**
 * Checks now, and whenever the page becomes visible, at most once a minute; returns a function that
 * stops.
 */
function lookForNews(uid: string): () => void {
  showNews(Number(sharedStore.getItem(newsKey)));
  const stopping = new AbortController();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const lookAgain = () => {
    const isSoon = performance.now() - lookedAt < MINUTE_MILLIS;
    if (document.visibilityState !== 'visible' || isSoon) return;
    lookedAt = performance.now();
    look(uid, stopping.signal).catch((error: unknown) => {
      // A failed count keeps the last one.
      if (!stopping.signal.aborted) warnLater('What is new could not be counted.', error);
    });
  };
  document.addEventListener('visibilitychange', lookAgain, { signal: stopping.signal });
  lookAgain();
  return () => {
    stopping.abort();
    showNews(0);
    // One user's choices must not be left for the next.
    sharedStore.removeItem(choicesKey);
  };
}

let lookedFor: string | undefined;
let stop = () => {};

function follow(): void {
  const uid = uidOf(getSession());
  if (uid === lookedFor) return;
  stop();
  stop = uid === undefined ? () => {} : lookForNews(uid);
  lookedFor = uid;
}

subscribeToSession(follow);
follow();
