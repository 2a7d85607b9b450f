import {
  formatCount,
  formatMicros,
  formatMicrosUpTo3,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { type Metric, MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { useState } from 'react';
import { EarningsLines } from './earnings-lines.tsx';
import { RewardLines, UtilityLines, ValueLines } from './total-lines.tsx';
import type { Figure, Wallet } from './use-wallet.ts';

type Total = 'utility' | 'rewards' | 'earnings' | 'value';

const lines = {
  utility: UtilityLines,
  rewards: RewardLines,
  earnings: EarningsLines,
  value: ValueLines,
};

/** Formats a figure, or a dash until it is known (N-FIG-06). */
const shown = (label: string, { value, known }: Figure, format: (value: number) => string) => ({
  label,
  value: known ? format(value) : UNKNOWN,
  quiet: !known,
});

/**
 * Describes the worth of the reward tokens (N-FIG-07); a dash keeps the line's place until it is known.
 */
const rewardNote = ({ rewards, tokenValueUsd }: Wallet): string =>
  `worth ${
    rewards.known && tokenValueUsd !== undefined
      ? formatUsdUpTo3(rewards.value * tokenValueUsd)
      : UNKNOWN
  }`;

function makeFigure(total: Total, wallet: Wallet): Metric {
  const { utility, rewards, earnings, tokenValueUsd } = wallet;
  switch (total) {
    case 'utility':
      return {
        ...shown('Utility tokens (USD)', utility, formatMicros),
        note: 'what they buy',
      };
    case 'rewards':
      return {
        ...shown('datchain token rewards', rewards, formatCount),
        note: rewardNote(wallet),
      };
    case 'earnings':
      return { ...shown('Earnings', earnings, formatMicrosUpTo3), note: 'all you ever earned' };
    case 'value':
      return {
        label: 'Value per datchain token',
        value: tokenValueUsd === undefined ? UNKNOWN : formatUsdUpTo3(tokenValueUsd),
        quiet: tokenValueUsd === undefined,
        note: 'moves with the pool',
      };
  }
}

type TotalsProps = {
  wallet: Wallet;
  uid: string | undefined;
};

/** Shows the four totals (R-WAL-01); each opens to the lines it consists of. */
export function Totals({ wallet, uid }: TotalsProps) {
  const [opened, setOpened] = useState<Total>();
  const metrics = (['utility', 'rewards', 'earnings', 'value'] as const).map((total) => ({
    ...makeFigure(total, wallet),
    opens: {
      id: 'total-lines',
      open: opened === total,
      onToggle: () => setOpened(opened === total ? undefined : total),
    },
  }));
  const Lines = opened && lines[opened];
  return (
    <>
      <MetricRow live metrics={metrics} />
      <div id="total-lines">
        {Lines && (
          <section
            className="total-lines"
            aria-label={`${makeFigure(opened, wallet).label}, in lines`}
          >
            {makeFigure(opened, wallet).quiet ? (
              <p role="status">Loading…</p>
            ) : (
              <Lines wallet={wallet} uid={uid} />
            )}
          </section>
        )}
      </div>
    </>
  );
}
