import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { BlockSheet } from '@datchain/shared/ui/block-sheet.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { useMemo } from 'react';
import type { FeedState } from '../../live/feed.ts';
import { liveText } from '../../live/live-text.ts';
import type { SnapshotReading } from '../../snapshot.ts';
import { marketView } from '../../views/market/market-view.ts';
import { useMarketFeed, useSlowClock } from './use-market-feed.ts';
import { usePurchaseArea } from './use-purchase-area.ts';

type MarketData = Pick<SnapshotReading, 'blocks' | 'metrics'>;

export interface MarketProps {
  /** What the page was built from. */
  readonly built: MarketData;
  /** BUY TOKENS was pressed before the page was alive. */
  readonly buyAtOnce?: boolean;
}

const liveData = ({ values }: FeedState): MarketData => ({
  blocks: readTokenBlocks(values[live.tokenBlocks]),
  metrics: readMetrics(values[live.metrics]),
});

const isFilled = (feed: FeedState | undefined): feed is FeedState =>
  feed !== undefined && live.tokenBlocks in feed.values && live.metrics in feed.values;

/** The live part of /home: prebuilt figures first, then those of the database as they change. */
export function Market({ built, buyAtOnce = false }: MarketProps) {
  const feed = useMarketFeed();
  const now = useSlowClock();
  const { blocks, metrics } = useMemo(
    () => (isFilled(feed) ? liveData(feed) : built),
    [feed, built],
  );
  const { Area, presses, isLoading, hasFailed, buy } = usePurchaseArea(buyAtOnce);
  const view = marketView(blocks, metrics);

  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="display">Tokens</h1>
          <p>Tokens buy DATS. They are sold in price blocks, cheapest first.</p>
        </div>
        <Button wide disabled={view.blocks.length === 0} aria-busy={isLoading} onClick={buy}>
          BUY TOKENS
        </Button>
      </div>
      {hasFailed && (
        <p className="notice notice-alert" role="alert">
          The purchase could not be loaded. Reload the page to try again.
        </p>
      )}
      {Area && <Area blocks={blocks} presses={presses} />}
      <MetricRow metrics={view.metrics} live />
      <section className="section" aria-labelledby="blocks-title">
        <div className="section-head">
          <h2 id="blocks-title" className="h2">
            Price blocks
          </h2>
          <p className="micro live-line">{liveText(feed, now)}</p>
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
