import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/init-config.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { BlockSheet } from '@datchain/shared/ui/block-sheet.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { useEffect, useMemo, useState } from 'react';
import type { FeedState } from '../live/feed.ts';
import { liveText } from '../live/live-text.ts';
import { openSharedFeed } from '../live/shared-feed.ts';
import type { Snapshot } from '../snapshot.ts';
import { marketView } from '../views/market-view.ts';
import { loadSiteConfig } from './site-config.ts';

/** What the page was built from. */
export interface MarketProps {
  readonly built: Pick<Snapshot, 'blocks' | 'metrics'>;
  /** Milliseconds; when the built figures last changed. */
  readonly builtAt?: number | undefined;
}

/** The live part of /home: prebuilt figures first, then those of the database as they change. */
export function Market({ built, builtAt }: MarketProps) {
  const feed = useMarketFeed();
  const now = useSlowClock();
  const { blocks, metrics } = useMemo(() => {
    if (!feed || !(live.tokenBlocks in feed.values)) return built;
    return {
      blocks: readTokenBlocks(feed.values[live.tokenBlocks]),
      metrics: readMetrics(feed.values[live.metrics]),
    };
  }, [feed, built]);
  const view = marketView(blocks, metrics);

  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="display">Tokens</h1>
          <p>Tokens buy DATS. They are sold in price blocks, the cheapest first.</p>
        </div>
        <Button wide disabled={view.blocks.length === 0}>
          BUY TOKENS
        </Button>
      </div>
      <MetricRow metrics={view.metrics} live />
      <section className="section" aria-labelledby="blocks-title">
        <div className="section-head">
          <h2 id="blocks-title" className="h2">
            Price blocks
          </h2>
          <p className="micro live-line">{liveText(feed, now, builtAt)}</p>
        </div>
        {view.blocks.length > 0 ? (
          <BlockSheet blocks={view.blocks} />
        ) : (
          <EmptyState text="All price blocks are sold out." />
        )}
      </section>
    </>
  );
}

function useMarketFeed(): FeedState | undefined {
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
        console.error('The live figures cannot be found', error);
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
function useSlowClock(): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
