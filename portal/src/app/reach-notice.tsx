import type { Millis } from '@datchain/shared/domain/units.ts';
import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { useState, useSyncExternalStore } from 'react';
import { isServerSilent, subscribeToSilence } from '../lib/firebase/reach.ts';

function subscribeToOnline(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Whether the figures on screen are those of now. */
export function useReach(): 'live' | 'offline' | 'silent' {
  const online = useSyncExternalStore(subscribeToOnline, () => navigator.onLine);
  const silent = useSyncExternalStore(subscribeToSilence, isServerSilent);
  if (!online) return 'offline';
  return silent ? 'silent' : 'live';
}

type Reach = ReturnType<typeof useReach>;

/**
 * What is said while figures cannot be those of now: they are the last known, with their time, and what
 * is not known is a dash (N-FIG-06).
 *
 * @param asOf when the page was last in reach; undefined when it never was
 */
const noticeOf = (reach: Reach, asOf: Millis | undefined): string =>
  `${reach === 'offline' ? 'You are offline.' : 'The server is not responding. Trying again.'}${
    // Not by `formatTime`, whose module the login does without.
    asOf ? ` Figures are as of ${new Date(asOf).toISOString().slice(11, 16)} UTC.` : ''
  }`;

/** What to do where the browser keeps no login. */
export const blockedText = `This browser blocks cookies and site data for ${location.host}, so you cannot log in. Allow them for this site in the browser’s settings, then reload this page.`;

/**
 * Says from when the figures on screen are while the device has no network or no answer comes, and
 * what keeps everybody from logging in (N-INP-11).
 */
export function ReachNotice() {
  const reach = useReach();
  const [seen, setSeen] = useState<{ reach: Reach; asOf?: Millis | undefined }>({ reach });
  if (seen.reach !== reach) {
    setSeen({ reach, asOf: seen.reach === 'live' ? Date.now() : seen.asOf });
  }
  const texts = [
    reach === 'live' ? '' : noticeOf(reach, seen.asOf),
    keepsSiteData() ? '' : blockedText,
  ].filter(Boolean);
  return (
    <div role="status">
      {texts.map((text) => (
        <div className="notice reach" key={text}>
          <p className="wide">{text}</p>
        </div>
      ))}
    </div>
  );
}
