import { claimRewardTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import {
  formatCents,
  formatCount,
  formatTokens,
  formatUsdUpTo3,
  isOrAre,
} from '@datchain/shared/domain/format.ts';
import { REWARD_CASH_OUT } from '@datchain/shared/domain/rewards.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { Section } from '../../app/section.tsx';
import { call } from '../../lib/calls/callables.ts';
import { type RewardProgress, rewardProgress } from './reward-progress.ts';
import type { Wallet } from './use-wallet.ts';

type Spend = NonNullable<Wallet['spend']>;

type RewardsProps = {
  wallet: Wallet;
  spend: Spend;
  onNews: (text: string) => void;
};

export function Rewards({ wallet, spend, onNews }: RewardsProps) {
  const { metrics } = wallet;
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
      onNews(readErrorSentence(error, 'The tokens could not be claimed. Try again.'));
    }
    setBusy(false);
  };

  return (
    <Section
      id="wallet-rewards"
      title="Reward tokens"
      aside={<p className="small">{`${formatCents(spend.totalCents)} spent`}</p>}
      rule
    >
      <div className="rewards">
        <div className="rewards-progress">
          <p className="h3" aria-live="polite">
            {headline(progress, wallet)}
          </p>
          {!isOver && !isAhead && (
            <progress
              aria-label="Spent towards the next reward token"
              max={thresholdCents}
              value={claimable > 0 ? thresholdCents : towardsCents}
            />
          )}
          <p className="small muted">
            {`Each ${formatCents(thresholdCents)} spent on the platform’s tokens earns one. Tokens bought from other users earn none. Reward tokens ${REWARD_CASH_OUT}. ${history(progress, spend, wallet)}`}
          </p>
        </div>
        {claimable > 0 && (
          <Button variant="secondary" disabled={busy} onClick={claim}>
            {`Claim ${formatTokens(claimable, 'reward')}`}
          </Button>
        )}
      </div>
    </Section>
  );
}

const toNext = ({ missingCents }: RewardProgress, { tokenValueUsd }: Wallet): string =>
  `Spend ${formatCents(missingCents)} more on tokens to get a reward token${tokenValueUsd === undefined ? '' : `, worth ${formatUsdUpTo3(tokenValueUsd)} today`}.`;

function headline(progress: RewardProgress, wallet: Wallet): string {
  const { rewards, tokenValueUsd = 0 } = wallet;
  const { claimable, isAhead, isOver } = progress;
  if (claimable > 0) {
    return `${formatTokens(claimable, 'reward')} ${isOrAre(claimable)} ready`;
  }
  if (isOver) return 'All reward tokens are issued.';
  if (!isAhead) return toNext(progress, wallet);
  const worth = formatUsdUpTo3(rewards.value * tokenValueUsd);
  return `${formatTokens(rewards.value, 'reward')}, worth ${worth} today`;
}

function history(progress: RewardProgress, { awarded }: Spend, wallet: Wallet): string {
  const { brought, claimable, missingCents, isAhead, isOver } = progress;
  const claimed = awarded > 0 ? `You have claimed ${formatCount(awarded)}.` : '';
  if (isAhead) {
    const next = isOver ? '' : ` ${toNext(progress, wallet)}`;
    return `At this price your spending has earned ${formatCount(brought)}. ${claimed} The price was lower then, or they were given to you.${next}`;
  }
  const next = claimable > 0 && !isOver ? `${formatCents(missingCents)} to the next one.` : '';
  return `${claimed} ${next}`.trim();
}
