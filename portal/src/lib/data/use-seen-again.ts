import { useEffect, useEffectEvent } from 'react';

/** Acts when the tab becomes visible again, and when the network returns while it is visible. */
export function useSeenAgain(act: () => void): void {
  const seenAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act();
  });
  useEffect(() => {
    const listen = () => seenAgain();
    document.addEventListener('visibilitychange', listen);
    addEventListener('online', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      removeEventListener('online', listen);
    };
  }, []);
}
