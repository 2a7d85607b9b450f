import { sumCredits } from '@datchain/shared/contracts/documents/credit-summary.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatTokens,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { REWARD_CASH_OUT, userSpotValueUsd } from '@datchain/shared/domain/rewards.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import type { Wallet } from './use-wallet.ts';
import { worthText } from './worth-text.ts';

export type LinesProps = { wallet: Wallet; uid: string | undefined };

export function UtilityLines({ wallet }: LinesProps) {
  const { utilityLots, utility, changeMicros, buysOf } = wallet;
  const lots: Fact[] = utilityLots.map((lot) => ({
    label: `Link ${lot.blockId}: ${formatTokens(lot.qty)} at ${formatCents(lot.priceCents)}`,
    value: formatMicros(buysOf(lot)),
  }));
  return (
    <>
      <FactList
        facts={[
          ...lots,
          ...(changeMicros > 0
            ? [{ label: 'Change, spent first', value: formatMicros(changeMicros) }]
            : []),
          { label: 'Utility tokens (USD)', value: formatMicros(utility.value), total: true },
        ]}
      />
      <p className="small muted">
        {`${worthText(wallet)} Tokens you listed for sale are not included.`}
        {changeMicros > 0 &&
          ` ${formatMicros(changeMicros)} of it is change: what was left of the last token you spent. It is spent first.`}
      </p>
    </>
  );
}

export function RewardLines({ wallet }: LinesProps) {
  const { rewards, rewardLots, spend } = wallet;
  const used = spend === undefined ? -1 : spend.awarded - rewards.value;
  const claimed: Fact[] = [
    { label: 'Claimed in all', value: formatCount(rewards.value + used) },
    { label: 'Paid out', value: formatCount(-used) },
  ];
  const lots: Fact[] = rewardLots.map(({ blockId, qty }) => ({
    label: `Link ${blockId}`,
    value: formatCount(qty),
  }));
  return (
    <FactList
      facts={[
        ...(lots.length > 0 ? lots : used >= 0 ? claimed : []),
        { label: 'datchain token rewards', value: formatCount(rewards.value), total: true },
      ]}
    />
  );
}

export function ValueLines({ wallet }: LinesProps) {
  const { metrics, tokenValueUsd, credits } = wallet;
  const ownCredits = sumCredits(credits);
  const value = tokenValueUsd === undefined ? UNKNOWN : formatUsdUpTo3(tokenValueUsd);
  const parts: Fact[] =
    metrics === undefined
      ? []
      : metrics.spotPriceUsd !== undefined
        ? [{ label: 'Spot price', value: formatUsdUpTo3(metrics.spotPriceUsd) }]
        : [
            { label: 'Reward pool', value: formatCents(metrics.poolCents) },
            { label: 'Tokens in circulation', value: formatCount(metrics.circulating) },
          ];
  return (
    <>
      <FactList facts={[...parts, { label: 'Value per datchain token', value, total: true }]} />
      <p className="small muted">
        A tenth of every sale of platform tokens goes into the pool. A payout of reward tokens takes
        its share out again. Reward tokens {REWARD_CASH_OUT}.
      </p>
      {metrics && (
        <details className="small">
          <summary>The pool and your credits</summary>
          <FactList
            facts={[
              {
                label: 'Credits purchased, as tokens you hold',
                value: formatCount(credits.purchasedCredits),
              },
              {
                label: 'Credits earned, other than by DATS',
                value: formatCount(credits.earnedCredits),
              },
              { label: 'Your credits', value: formatCount(ownCredits) },
              {
                label: 'The pool for each of your credits',
                value: formatUsdUpTo3(userSpotValueUsd(metrics, ownCredits)),
              },
            ]}
          />
          <p className="muted">
            This is only a comparison, not an amount that you have or will be paid.
          </p>
        </details>
      )}
    </>
  );
}
