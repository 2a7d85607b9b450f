import { readCreditSummary } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readRewardMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { type OwnedDat, readOwnedDats } from '@datchain/shared/contracts/documents/user-wallet.ts';
import {
  readRewardWallet,
  readUtilityWallet,
  type WalletLot,
  walletCents,
} from '@datchain/shared/contracts/documents/wallets.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { walletEarningsMicros } from '@datchain/shared/domain/earnings.ts';
import { walletTokenValueUsd } from '@datchain/shared/domain/rewards.ts';
import type { Cents, UsdMicros } from '@datchain/shared/domain/units.ts';
import { useDocument } from '../../lib/use-document.ts';
import { useLive } from '../../lib/use-live.ts';
import { liveOr } from '../../lib/use-watched.ts';

/** The figures of a wallet, each followed live. Unknown per-user figures are zero (SPEC §4, §8). */
export interface Wallet {
  readonly utilityCents: Cents;
  readonly rewardTokens: number;
  readonly earningsMicros: UsdMicros;
  /** US dollars; undefined until known. */
  readonly tokenValueUsd: number | undefined;
  readonly utilityLots: readonly WalletLot[];
  readonly rewardLots: readonly WalletLot[];
  readonly owned: readonly OwnedDat[];
  /** Both lists have answered, so that empty means empty. */
  readonly listsKnown: boolean;
  /** Something could not be loaded and stands as empty. */
  readonly incomplete: boolean;
}

const noRewards = { qty: 0, lots: [] as WalletLot[] };
const noCredits = { purchasedCredits: 0, earnedCredits: 0 };

const lotsTotal = (lots: readonly WalletLot[]): number =>
  lots.reduce((sum, lot) => sum + lot.qty, 0);

/** Follows everything the wallet screen shows about one user. */
export function useWallet(uid: string): Wallet {
  const utility = useLive(live.utilityWallet(uid), readUtilityWallet);
  const reward = useLive(live.rewardWallet(uid), readRewardWallet);
  const credits = useLive(live.creditSummary(uid), readCreditSummary);
  const metrics = useLive(live.datToken, readRewardMetrics);
  const document = useDocument(docs.wallet(uid), readOwnedDats);

  const all = [utility, reward, credits, metrics, document];
  const tokenValueUsd = metrics.state === 'ready' ? walletTokenValueUsd(metrics.value) : undefined;
  const utilityLots = liveOr(utility, []);
  const { qty, lots: rewardLots } = liveOr(reward, noRewards);
  // The reward wallet is stored as one number or as a map by block (SPEC §3).
  const rewardTokens = qty || lotsTotal(rewardLots);
  const owned = liveOr(document, []);

  return {
    utilityCents: walletCents(utilityLots),
    rewardTokens,
    // One figure out of four sources: shown once all have answered, so that it does not climb.
    earningsMicros: all.some(({ state }) => state === 'loading')
      ? 0
      : walletEarningsMicros({
          ownedDatMicros: owned.reduce((sum, dat) => sum + dat.earningsMicros, 0),
          earnedCredits: liveOr(credits, noCredits).earnedCredits,
          rewardTokens,
          tokenValueUsd: tokenValueUsd ?? 0,
        }),
    tokenValueUsd,
    utilityLots,
    rewardLots,
    owned,
    listsKnown: [utility, reward, document].every(({ state }) => state !== 'loading'),
    incomplete: all.some(({ state }) => state === 'failed'),
  };
}
