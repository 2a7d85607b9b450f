import { datsIndexPath } from '@datchain/shared/contracts/dats-index.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import type { Live } from './use-watched.ts';

const REFRESH_MILLIS = MINUTE_MILLIS;

async function fetchIndex(signal: AbortSignal): Promise<unknown> {
  const response = await fetch(datsIndexPath, { signal });
  if (!response.ok) throw new Error(`${datsIndexPath} answered ${response.status}`);
  return response.json();
}

/**
 * Loads the ledger's index of all works, for a reader of shared/contracts. It changes with each
 * build of the ledger, so it is loaded again every minute while the page is visible. A failure
 * keeps the last one.
 */
export function useDatsIndex(): Live<unknown> {
  const [index, setIndex] = useState<Live<unknown>>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const fail = (error: unknown) => {
      if (signal.aborted) return;
      warnLater('The index of works could not be loaded.', error);
      setIndex((before) => (before.state === 'ready' ? before : { state: 'failed' }));
    };
    const load = () => {
      if (document.visibilityState === 'hidden') return;
      fetchIndex(signal).then((value) => setIndex({ state: 'ready', value }), fail);
    };
    load();
    const timer = setInterval(load, REFRESH_MILLIS);
    document.addEventListener('visibilitychange', load, { signal });
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return index;
}
