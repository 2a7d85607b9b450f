import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { useEffect, useState } from 'react';
import type { FeedState } from '../../live/feed.ts';
import { openSharedFeed } from '../../live/shared-feed.ts';
import { loadSiteConfig } from '../page/site-config.ts';

/** Token blocks and metrics as they change; undefined before the first. The database streams one path a request. */
export function useMarketFeed(): FeedState | undefined {
  const [state, setState] = useState<FeedState>();
  useEffect(() => {
    let close = () => {};
    let gone = false;
    loadSiteConfig()
      .then((config) => {
        if (gone) return;
        close = openSharedFeed({
          name: 'datchain.market',
          paths: [live.tokenBlocks, live.metrics],
          urlOf: (path) => databaseRestUrl(config, path),
          onState: setState,
        });
      })
      .catch((error: unknown) => {
        // A request aborted by leaving the page is no failure: the timer ends with the page.
        setTimeout(console.error, 1_000, 'The live figures cannot be found', error);
        setState({ values: {}, connected: false, heardAt: undefined });
      });
    return () => {
      gone = true;
      close();
    };
  }, []);
  return state;
}

/** The time, read again every ten seconds: the line about liveness ages without any event. */
export function useSlowClock(): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
