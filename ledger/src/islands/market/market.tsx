import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { type BlockCell, BlockSheet } from '@datchain/shared/ui/block-sheet.tsx';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
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
  readonly built: MarketData;
  /** BUY TOKENS was pressed before the page was alive. */
  readonly buyAtOnce?: boolean;
  /** Markup of the head and of the songs to hear; given where the page is built. */
  readonly intro?: string;
  readonly songs?: string;
}

const BLOCKS_SHOWN = 3;

const liveData = ({ values }: FeedState): MarketData => ({
  blocks: readTokenBlocks(values[live.tokenBlocks]),
  metrics: readMetrics(values[live.metrics]),
});

const isFilled = (feed: FeedState | undefined): feed is FeedState =>
  feed !== undefined && live.tokenBlocks in feed.values && live.metrics in feed.values;

export function Market({ built, buyAtOnce = false, intro = '', songs = '' }: MarketProps) {
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
        <Prebuilt html={intro} />
        <div className="actions">
          <a className={buttonClass({ wide: true })} href="/dats">
            Hear the songs
          </a>
          <Button
            id="buy-tokens"
            variant="secondary"
            wide
            disabled={view.blocks.length === 0}
            aria-busy={isLoading}
            onClick={buy}
          >
            BUY TOKENS
          </Button>
        </div>
      </div>
      {hasFailed && (
        <p className="notice notice-alert" role="alert">
          The purchase could not be loaded. Reload the page to try again.
        </p>
      )}
      {Area && <Area blocks={blocks} presses={presses} />}
      <Prebuilt html={songs} />
      <MetricRow metrics={view.metrics} live />
      <section className="section" aria-labelledby="blocks-title">
        <div className="section-head">
          <h2 id="blocks-title" className="h2">
            Price blocks
          </h2>
          <p className="micro live-line">{liveText(feed, now)}</p>
        </div>
        {view.blocks.length > 0 ? (
          <BlockList blocks={view.blocks} />
        ) : (
          <EmptyState
            text={
              blocks.length > 0 ? 'All price blocks are sold out.' : 'No tokens are for sale yet.'
            }
          />
        )}
      </section>
    </>
  );
}

function BlockList({ blocks }: { blocks: readonly BlockCell[] }) {
  const others = blocks.slice(BLOCKS_SHOWN);
  return (
    <>
      <BlockSheet blocks={blocks.slice(0, BLOCKS_SHOWN)} />
      {others.length > 0 && (
        <details className="more-blocks">
          <summary>
            {others.length} more, up to {others.at(-1)?.price}
          </summary>
          <BlockSheet blocks={others} />
        </details>
      )}
    </>
  );
}

/** Markup that needs no script here: React keeps what the page was built with. */
const Prebuilt = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup comes from our own components
  <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
);
