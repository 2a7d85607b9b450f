import { notificationsPath, settingsPath } from '@datchain/shared/contracts/notification-paths.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { choicesKey, newsKey } from '@datchain/shared/ui/session-hint.ts';
import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { countNewer, readCollection } from '../data/firestore-rest.ts';
import { getSession, noteOperator, subscribeToSession, uidOf } from './session.ts';

/** How many are counted: the bell says 9+ from ten on. */
const MOST_NEWS = 10;

/**
 * Shows at the bell how much is new, in this tab and on the next pages. The number is only shown: what
 * is new is read by the screen.
 */
export function showNews(count: number): void {
  if (count > 0) sharedStore.setItem(newsKey, String(count));
  else sharedStore.removeItem(newsKey);
  const { style } = document.documentElement;
  if (count > 0)
    style.setProperty('--news', JSON.stringify(count < MOST_NEWS ? String(count) : '9+'));
  else style.removeProperty('--news');
}

async function look(uid: string, signal: AbortSignal): Promise<void> {
  // As a list, which is empty for those who have chosen nothing yet: a missing document is an error.
  const settings = await readCollection(settingsPath(uid), signal);
  if (signal.aborted) return;
  noteOperator(
    uid,
    settings.some(({ id }) => id === 'operator'),
  );
  const seen = settings.find(({ id }) => id === 'notifications')?.data;
  const seenUntil = isRecord(seen) && typeof seen.seenUntil === 'number' ? seen.seenUntil : 0;
  const count = await countNewer(notificationsPath(uid), seenUntil, MOST_NEWS, signal);
  if (!signal.aborted) showNews(count);
}

/** Looks now, and when the page is looked at again, at most once a minute; returns how to stop. */
function lookForNews(uid: string): () => void {
  showNews(Number(sharedStore.getItem(newsKey)));
  const stopping = new AbortController();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const lookAgain = () => {
    const isSoon = performance.now() - lookedAt < MINUTE_MILLIS;
    if (document.visibilityState !== 'visible' || isSoon) return;
    lookedAt = performance.now();
    look(uid, stopping.signal).catch((error: unknown) => {
      // A count that cannot be read leaves the last one.
      if (!stopping.signal.aborted) warnLater('What is new could not be counted.', error);
    });
  };
  document.addEventListener('visibilitychange', lookAgain, { signal: stopping.signal });
  lookAgain();
  return () => {
    stopping.abort();
    showNews(0);
    // What one user follows is not left to the next.
    sharedStore.removeItem(choicesKey);
  };
}

let lookedFor: string | undefined;
let stop = () => {};

/** Counts for the one who is signed in, and for no one else. */
function follow(): void {
  const uid = uidOf(getSession());
  if (uid === lookedFor) return;
  stop();
  stop = uid === undefined ? () => {} : lookForNews(uid);
  lookedFor = uid;
}

subscribeToSession(follow);
follow();
