import { datsIndexPath, readStreamTotals } from '@datchain/shared/contracts/dats-index.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { useEffect, useState } from 'react';

const AGAIN_MILLIS = MINUTE_MILLIS;

async function fetchTotals(signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(datsIndexPath, { signal });
  if (!response.ok) throw new Error(`${datsIndexPath} answered ${response.status}`);
  return readStreamTotals(await response.json());
}

/**
 * Total streams by work, as the ledger shows them. They change when the ledger is built: looked up
 * again every minute while the page is in view. Undefined until they could be loaded.
 */
export function useStreamTotals(): ReadonlyMap<string, number> | undefined {
  const [totals, setTotals] = useState<ReadonlyMap<string, number>>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = () => {
      if (document.visibilityState === 'hidden') return;
      fetchTotals(signal).then(setTotals, (error: unknown) => {
        // By then a page that was left is gone: what browsers end then is no failure.
        if (!signal.aborted)
          setTimeout(console.warn, 1_000, 'Total streams could not be loaded.', error);
      });
    };
    load();
    const timer = setInterval(load, AGAIN_MILLIS);
    document.addEventListener('visibilitychange', load, { signal });
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return totals;
}
