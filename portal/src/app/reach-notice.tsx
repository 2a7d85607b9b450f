import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { isServerSilent, subscribeToSilence } from '../lib/firebase/reach.ts';

function subscribeToOnline(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

export function useReach(): 'live' | 'offline' | 'silent' {
  const online = useSyncExternalStore(subscribeToOnline, () => navigator.onLine);
  const silent = useSyncExternalStore(subscribeToSilence, isServerSilent);
  if (!online) return 'offline';
  return silent ? 'silent' : 'live';
}

const notices = {
  offline: 'You are offline.',
  silent: 'The server is not responding. Trying again.',
} as const;

/** Shown where the browser keeps no site data, and so no login. */
export const blockedText = `This browser blocks cookies and site data for ${location.host}, so you cannot log in. Allow them for this site in the browser’s settings, then reload this page.`;

/**
 * Warns when the device is offline or the server is silent, with the time of the figures on screen
 * (N-FIG-06). Also warns when blocked site data prevents logging in (N-INP-11).
 */
export function ReachNotice() {
  const reach = useReach();
  // The moment reach was lost. `formatTime` would bring a module that the login does without.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again when reach changes
  const time = useMemo(() => new Date().toISOString().slice(11, 16), [reach]);
  const texts = [
    reach !== 'live' && `${notices[reach]} Figures are as of ${time} UTC.`,
    !keepsSiteData() && blockedText,
  ].filter((text) => text !== false);
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
