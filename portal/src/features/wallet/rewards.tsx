import { claimRewardTokens } from '@datchain/shared/contracts/calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { formatCents, formatCount, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { call } from '../../lib/callables.ts';
import { type RewardProgress, rewardProgress } from './reward-progress.ts';
import type { Wallet } from './use-wallet.ts';

type RewardsProps = {
  wallet: Wallet;
  /** Says in passing what has become of a press. */
  onNews: (text: string) => void;
};

/** What can be claimed, and how far the next reward token is. */
export function Rewards({ wallet: { spend, metrics }, onNews }: RewardsProps) {
  const [busy, setBusy] = useState(false);
  if (!metrics) return null;
  const progress = rewardProgress(spend, metrics);
  const { claimable, thresholdCents, towardsCents, isAhead, isOver } = progress;

  const claim = async () => {
    setBusy(true);
    try {
      const { claimed } = await call(claimRewardTokens, {});
      onNews(`${formatTokens(claimed, 'reward')} claimed.`);
    } catch (error) {
      onNews(sentenceOf(error, 'The tokens could not be claimed. Try again.'));
    }
    setBusy(false);
  };

  return (
    <section className="section" aria-labelledby="wallet-rewards">
      <div className="section-head section-rule">
        <h2 className="h2" id="wallet-rewards">
          Reward tokens
        </h2>
        <p className="small">{`${formatCents(spend.totalCents)} spent`}</p>
      </div>
      <div className="rewards">
        <div className="rewards-progress">
          <p className="h3" aria-live="polite">
            {headline(progress)}
          </p>
          {!isOver && !isAhead && (
            <progress
              aria-label="Spent towards the next reward token"
              max={thresholdCents}
              value={claimable > 0 ? thresholdCents : towardsCents}
            />
          )}
          <p className="small muted">
            {`Each ${formatCents(thresholdCents)} spent on tokens of the platform earns one. Tokens bought from other users earn none. ${history(progress, spend)}`}
          </p>
        </div>
        {claimable > 0 && (
          <Button variant="secondary" disabled={busy} onClick={claim}>
            {`Claim ${formatTokens(claimable, 'reward')}`}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What is claimable, else what is missing for the next one from today. */
function headline({ claimable, missingCents, nextCents, isOver }: RewardProgress): string {
  if (claimable > 0) {
    return `${formatTokens(claimable, 'reward')} ${isOrAre(claimable)} ready`;
  }
  return isOver
    ? 'All reward tokens are issued.'
    : `${formatCents(missingCents)} to the next reward token. It comes at ${formatCents(nextCents)} spent in all.`;
}

/** What became of the spend so far. */
function history(
  { brought, claimable, missingCents, isAhead, isOver }: RewardProgress,
  { awarded }: Wallet['spend'],
): string {
  const claimed = awarded > 0 ? ` You have claimed ${formatCount(awarded)}.` : '';
  if (isAhead) {
    return `By this price your spend has brought ${formatCount(brought)}.${claimed} The price was lower then, or they were given to you, so the next one takes longer.`;
  }
  const next = claimable > 0 && !isOver ? ` ${formatCents(missingCents)} to the next one.` : '';
  return `${claimed}${next}`.trim();
}
