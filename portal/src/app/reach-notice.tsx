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

/** Says that the figures on screen may be old while the device has no network or no answer comes. */
export function ReachNotice() {
  const text = notices[useReach()];
  return (
    <div role="status">
      {text && (
        <div className="notice reach">
          <p className="wide">{text}</p>
        </div>
      )}
    </div>
  );
}
