import { claimRewardTokens } from '@datchain/shared/contracts/calls.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { call } from '../../lib/callables.ts';
import { rewardProgress } from './reward-progress.ts';
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
  const { claimable, thresholdCents, towardsCents, missingCents, nextCents, isOver } = progress;

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
          {isOver ? (
            <p>All reward tokens are issued.</p>
          ) : (
            <>
              <p aria-live="polite">
                {`${formatCents(missingCents)} to the next reward token. It comes at ${formatCents(nextCents)} spent in all.`}
              </p>
              <progress
                aria-label="Spent towards the next reward token"
                max={thresholdCents}
                value={towardsCents}
              />
            </>
          )}
          <p className="small muted">
            {`Each ${formatCents(thresholdCents)} spent on tokens of the platform earns one. Tokens bought from other users earn none.`}
          </p>
        </div>
        <Button variant="secondary" disabled={busy || claimable === 0} onClick={claim}>
          {claimable === 0 ? 'Nothing to claim yet' : `Claim ${formatTokens(claimable, 'reward')}`}
        </Button>
      </div>
    </section>
  );
}
