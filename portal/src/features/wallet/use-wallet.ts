import {
  type CreditSummary,
  readCreditSummary,
  readEarnedDays,
} from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { readOpenOrders } from '@datchain/shared/contracts/documents/order.ts';
import { readPayoutDays, readPayouts } from '@datchain/shared/contracts/documents/payout.ts';
import {
  readCreatorParts,
  readDebtMicros,
  readOwnedDats,
  readSpendable,
  readWorkSums,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import {
  ownedTokens,
  readRewardWallet,
  readUtilitySpend,
  readUtilityWallet,
  type WalletLot,
  walletCents,
} from '@datchain/shared/contracts/documents/wallets.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { type Spendable, sumOfLots } from '@datchain/shared/domain/books/lots.ts';
import type { OwnOrder } from '@datchain/shared/domain/books/orders.ts';
import { findLastPage } from '@datchain/shared/domain/books/works.ts';
import { walletEarningsMicros } from '@datchain/shared/domain/earnings.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { type RewardMetrics, walletTokenValueUsd } from '@datchain/shared/domain/rewards.ts';
import type { Cents, UsdMicros } from '@datchain/shared/domain/units.ts';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument, useOwnDocuments } from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { type Live, liveOr } from '../../lib/data/use-watched.ts';
import type { EarningsSources } from './earnings-account.ts';
import { type OwnedWork, ownedWorks, sumTotals, type WorksTotals } from './owned-works.ts';

/** A figure; screens show a dash until it is known (N-FIG-06). */
export interface Figure {
  readonly value: number;
  readonly known: boolean;
}

/** The figures of a wallet, all live. Figures that fail to load count as empty (R-WAL-16). */
export interface Wallet {
  /** In micros: the price of the editions that tokens and change buy (N-FIG-02). */
  readonly utility: Figure;
  readonly rewards: Figure;
  /** In micros; parts that could not be read count as zero (R-WAL-16). */
  readonly earnings: Figure;
  readonly earningsIncomplete: boolean;
  /** In US dollars; undefined until known. */
  readonly tokenValueUsd: number | undefined;
  readonly metrics: (RewardMetrics & { readonly utilitySoldCents: Cents }) | undefined;
  /** Reserved and unpaid orders, the first to expire in front. */
  readonly openOrders: readonly OwnOrder[];
  readonly utilityLots: readonly WalletLot[];
  /** The tokens with their face, in the order in which they are spent and listed. */
  readonly spendableLots: Spendable['lots'];
  /** The tokens' value by the prices of their blocks, minus their face; can be negative. */
  readonly aboveFaceMicros: UsdMicros;
  /** Returns the price of the editions that the tokens of a block buy, in micros. */
  readonly buysOf: (lot: WalletLot) => UsdMicros;
  /** The change of the last spent token; a part of `utility`. */
  readonly changeMicros: UsdMicros;
  /** Owed to the platform: sales and earnings settle it first. */
  readonly debtMicros: UsdMicros;
  readonly rewardLots: readonly WalletLot[];
  /** The works of the first page: all of them, up to a hundred. */
  readonly works: readonly OwnedWork[];
  readonly morePages: number;
  readonly worksTotals: WorksTotals;
  readonly credits: CreditSummary;
  readonly earningsSources: EarningsSources;
  readonly sourcesKnown: boolean;
  readonly spend: { readonly totalCents: Cents; readonly awarded: number } | undefined;
  /** Whether the public summaries have loaded: a work still without a name is then shown by its id. */
  readonly namesKnown: boolean;
  /** Whether every list has loaded: empty then means empty, and nothing moves later. */
  readonly listsKnown: boolean;
  readonly incomplete: boolean;
}

const reservedOf = (uid: string) => ({ collection: docs.orders, uid, state: 'reserved' });

const noRewards = { qty: 0, lots: [] as WalletLot[] };
const noCredits = { purchasedCredits: 0, earnedCredits: 0 };
const noDocument = {
  owned: [],
  created: [],
  spendable: { lots: [], changeMicros: 0 },
  debtMicros: 0,
  sums: undefined,
};

const readDocument = (value: unknown) => ({
  owned: readOwnedDats(value),
  created: readCreatorParts(value),
  spendable: readSpendable(value),
  debtMicros: readDebtMicros(value),
  sums: readWorkSums(value),
});

/** Subtracts the tokens' face from their value by block prices; 0 until both are known. */
function aboveFace(shown: readonly WalletLot[], { lots }: Spendable): UsdMicros {
  const { qty, faceMicros } = sumOfLots(lots);
  return qty === ownedTokens(shown) ? centsToMicros(walletCents(shown)) - faceMicros : 0;
}

/**
 * Returns the face of a block's tokens; their price where the two sources disagree on the number of
 * tokens.
 */
function buysOf(lot: WalletLot, shown: readonly WalletLot[], { lots }: Spendable): UsdMicros {
  if (sumOfLots(lots).qty !== ownedTokens(shown)) return centsToMicros(lot.qty * lot.priceCents);
  return sumOfLots(lots.filter(({ blockId }) => blockId === lot.blockId)).faceMicros;
}

const answered = (...parts: readonly Live<unknown>[]): boolean =>
  parts.every(({ state }) => state !== 'loading');
const ready = (...parts: readonly Live<unknown>[]): boolean =>
  parts.every(({ state }) => state === 'ready');

export function useWallet(uid: string | undefined): Wallet {
  const of = (path: (uid: string) => string) => (uid === undefined ? undefined : path(uid));
  const utility = useLive(of(live.utilityWallet), readUtilityWallet);
  const reward = useLive(of(live.rewardWallet), readRewardWallet);
  const summary = useLive(of(live.creditSummary), readCreditSummary);
  const spend = useLive(of(live.utilitySpend), readUtilitySpend);
  const document = useDocument(of(docs.wallet), readDocument);
  const orders = useOwnDocuments(uid === undefined ? undefined : reservedOf(uid), readOpenOrders);
  const metrics = useLive(live.metrics, readMetrics);
  const earnedDays = useLive(of(live.creditSummary), readEarnedDays);
  const payouts = useOwnDocuments(
    uid === undefined ? undefined : { collection: docs.payouts, uid },
    readPayouts,
  );
  const payoutDays = liveOr(
    useDocument(docs.timeToPayout, readPayoutDays),
    readPayoutDays(undefined),
  );
  const dats = useDats();
  const now = useServerTime();
  const figures = [utility, reward, summary, document, metrics];

  const utilityLots = liveOr(utility, []);
  const { qty, lots: rewardLots } = liveOr(reward, noRewards);
  // The reward wallet is stored as one number or as a map by block (R-WAL-14).
  const rewardTokens = qty || ownedTokens(rewardLots);
  const { spendable, debtMicros, sums, ...own } = liveOr(document, noDocument);
  const credits = liveOr(summary, noCredits);
  const tokenValueUsd = metrics.state === 'ready' ? walletTokenValueUsd(metrics.value) : undefined;
  const works = ownedWorks(own, liveOr(dats, new Map()), uid);
  const worksTotals = sums ?? sumTotals(works);
  const rewardValueUsd = tokenValueUsd ?? 0;
  const earningsMicros = walletEarningsMicros({
    ownedDatMicros: worksTotals.heldMicros + worksTotals.soldOnMicros,
    earnedCredits: credits.earnedCredits,
    rewardTokens,
    tokenValueUsd: rewardValueUsd,
  });
  // The sum has several sources. It is known once all have loaded, so that it does not climb on screen.
  const earningsKnown = answered(...figures);
  const earningsSources = {
    worksTotals,
    earnedCredits: credits.earnedCredits,
    rewardTokens,
    tokenValueUsd: rewardValueUsd,
    earnedDays: liveOr(earnedDays, []),
    payoutDays,
    payouts: liveOr(payouts, []),
    now,
  };

  return {
    utility: {
      value:
        centsToMicros(walletCents(utilityLots)) +
        spendable.changeMicros -
        aboveFace(utilityLots, spendable),
      known: ready(utility, document),
    },
    rewards: { value: rewardTokens, known: ready(reward) },
    earnings: { value: earningsKnown ? earningsMicros : 0, known: earningsKnown },
    earningsIncomplete: earningsKnown && !ready(...figures),
    tokenValueUsd,
    metrics: metrics.state === 'ready' ? metrics.value : undefined,
    openOrders: liveOr(orders, []),
    utilityLots,
    spendableLots: spendable.lots,
    aboveFaceMicros: aboveFace(utilityLots, spendable),
    buysOf: (lot) => buysOf(lot, utilityLots, spendable),
    changeMicros: spendable.changeMicros,
    debtMicros,
    rewardLots,
    works,
    morePages: sums ? findLastPage(sums.works) : 0,
    worksTotals,
    credits,
    earningsSources,
    sourcesKnown: ready(...figures, earnedDays, payouts),
    spend: liveOr(spend, undefined),
    namesKnown: answered(dats),
    listsKnown: answered(...figures, orders, earnedDays, payouts),
    incomplete: [...figures, spend, dats, orders, payouts].some(({ state }) => state === 'failed'),
  };
}
