import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { useSyncExternalStore } from 'react';
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

const notices = {
  live: '',
  offline: 'You are offline. Figures may be out of date.',
  silent: 'The server is not responding. Figures may be old or missing. Trying again.',
} as const;

/** What to do where the browser keeps no login. */
export const blockedText = `This browser blocks cookies and site data for ${location.host}, so you cannot log in. Allow them for this site in the browser’s settings, then reload this page.`;

/**
 * Says that the figures on screen may be old while the device has no network or no answer comes, and
 * what keeps everybody from logging in (N-INP-11).
 */
export function ReachNotice() {
  const texts = [notices[useReach()], keepsSiteData() ? '' : blockedText].filter(Boolean);
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
