import type { Metrics } from '@datchain/shared/contracts/documents/metrics.ts';
import {
  availableIn,
  cheapestBlock,
  countsAsText,
  stockedBlocks,
  type TokenBlock,
  utilityTokensRemaining,
} from '@datchain/shared/domain/blocks.ts';
import { formatCents, formatCount, formatUsdUpTo3 } from '@datchain/shared/domain/format.ts';
import {
  marketplaceTokenValueUsd,
  REWARD_CASH_OUT,
  rewardThresholdCents,
  rewardTokensRemaining,
} from '@datchain/shared/domain/rewards.ts';
import type { BlockCell } from '@datchain/shared/ui/block-sheet.tsx';
import type { Metric } from '@datchain/shared/ui/metric-row.tsx';

export interface MarketView {
  readonly metrics: readonly Metric[];
  readonly blocks: readonly BlockCell[];
}

/** The three metric cards of /home (R-HOM-01). */
const marketMetrics = (blocks: readonly TokenBlock[], metrics: Metrics): Metric[] => [
  {
    label: 'Utility tokens remaining',
    value: formatCount(utilityTokensRemaining(blocks)),
    note: 'They pay for editions and are not refunded.',
  },
  {
    label: 'Reward tokens remaining',
    value: formatCount(rewardTokensRemaining(metrics)),
    note: `One comes with each ${formatCents(rewardThresholdCents(metrics.utilitySoldCents))} you spend on tokens.`,
  },
  {
    label: 'Reward token value',
    value: formatUsdUpTo3(marketplaceTokenValueUsd(metrics)),
    note: `The reward pool, divided by ${formatCount(metrics.circulating)}. Reward tokens ${REWARD_CASH_OUT}.`,
  },
];

export function marketView(blocks: readonly TokenBlock[], metrics: Metrics): MarketView {
  const cheapest = cheapestBlock(blocks)?.id;
  return {
    metrics: marketMetrics(blocks, metrics),
    blocks: stockedBlocks(blocks).map((block) => ({
      id: block.id,
      price: formatCents(block.priceCents),
      available: formatCount(availableIn(block)),
      sellsFirst: block.id === cheapest,
      countsAs: countsAsText(block),
    })),
  };
}
