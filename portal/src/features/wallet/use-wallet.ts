import { readCreditSummary } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readRewardMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { type OwnedDat, readOwnedDats } from '@datchain/shared/contracts/documents/user-wallet.ts';
import {
  ownedTokens,
  readRewardWallet,
  readUtilityWallet,
  type WalletLot,
  walletCents,
} from '@datchain/shared/contracts/documents/wallets.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { walletEarningsMicros } from '@datchain/shared/domain/earnings.ts';
import { walletTokenValueUsd } from '@datchain/shared/domain/rewards.ts';
import { useDocument } from '../../lib/use-document.ts';
import { useLive } from '../../lib/use-live.ts';
import { type Live, liveOr } from '../../lib/use-watched.ts';

/** A figure; zero until it is known (SPEC §4: a change of user resets all figures to zero). */
export interface Figure {
  readonly value: number;
  readonly known: boolean;
}

/** The figures of a wallet, each followed live. What fails to load counts as empty (SPEC §8). */
export interface Wallet {
  /** Whole cents. */
  readonly utility: Figure;
  readonly rewards: Figure;
  /** Micros. */
  readonly earnings: Figure;
  /** US dollars; undefined until known. */
  readonly tokenValueUsd: number | undefined;
  readonly utilityLots: readonly WalletLot[];
  readonly rewardLots: readonly WalletLot[];
  readonly owned: readonly OwnedDat[];
  /** Every list has answered, so that empty means empty. */
  readonly listsKnown: boolean;
  /** Something could not be loaded and stands as empty. */
  readonly incomplete: boolean;
}

const noRewards = { qty: 0, lots: [] as WalletLot[] };
const noCredits = { purchasedCredits: 0, earnedCredits: 0 };

const answered = (...parts: readonly Live<unknown>[]): boolean =>
  parts.every(({ state }) => state !== 'loading');

/** Follows everything the wallet screen shows about one user; without one, everything is zero. */
export function useWallet(uid: string | undefined): Wallet {
  const of = (path: (uid: string) => string) => (uid === undefined ? undefined : path(uid));
  const utility = useLive(of(live.utilityWallet), readUtilityWallet);
  const reward = useLive(of(live.rewardWallet), readRewardWallet);
  const credits = useLive(of(live.creditSummary), readCreditSummary);
  const document = useDocument(of(docs.wallet), readOwnedDats);
  const metrics = useLive(live.datToken, readRewardMetrics);
  const all = [utility, reward, credits, document, metrics];

  const utilityLots = liveOr(utility, []);
  const { qty, lots: rewardLots } = liveOr(reward, noRewards);
  // The reward wallet is stored as one number or as a map by block (SPEC §3).
  const rewardTokens = qty || ownedTokens(rewardLots);
  const owned = liveOr(document, []);
  const tokenValueUsd = metrics.state === 'ready' ? walletTokenValueUsd(metrics.value) : undefined;
  const earningsMicros = walletEarningsMicros({
    ownedDatMicros: owned.reduce((sum, dat) => sum + dat.earningsMicros, 0),
    earnedCredits: liveOr(credits, noCredits).earnedCredits,
    rewardTokens,
    tokenValueUsd: tokenValueUsd ?? 0,
  });
  // One figure out of four sources: shown once all have answered, so that it does not climb.
  const earningsKnown = answered(...all);

  return {
    utility: { value: walletCents(utilityLots), known: answered(utility) },
    rewards: { value: rewardTokens, known: answered(reward) },
    earnings: { value: earningsKnown ? earningsMicros : 0, known: earningsKnown },
    tokenValueUsd,
    utilityLots,
    rewardLots,
    owned,
    listsKnown: answered(utility, reward, document),
    incomplete: all.some(({ state }) => state === 'failed'),
  };
}
