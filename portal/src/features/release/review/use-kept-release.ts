import { useCallback, useEffect, useState } from 'react';
import { type KeptRelease, loadRelease } from '../draft-store.ts';

/** What is kept on this device; `isNews` when it was read again because it had changed. */
export type Kept =
  | { readonly state: 'loading' }
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly release: KeptRelease; readonly isNews: boolean };

/** Reads the kept draft of a user, and again when it is told that it has changed. */
export function useKeptRelease(uid: string): { kept: Kept; readAgain: () => void } {
  const [kept, setKept] = useState<Kept>({ state: 'loading' });
  const read = useCallback(
    async (isNews: boolean) => {
      const release = await loadRelease(uid);
      setKept(release ? { state: 'ready', release, isNews } : { state: 'none' });
    },
    [uid],
  );
  useEffect(() => {
    void read(false);
  }, [read]);
  return { kept, readAgain: () => void read(true) };
}
