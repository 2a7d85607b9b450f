import type { PayoutQuote } from '@datchain/shared/contracts/calls/payouts.ts';
import { readSupplyGuard, readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readPayoutDays } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { availableCents, payoutBlock } from '@datchain/shared/domain/books/payouts.ts';
import { eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import { poolCents } from '@datchain/shared/domain/payout.ts';
import { walletTokenValueUsd } from '@datchain/shared/domain/rewards.ts';
import { collectDebt } from '../earnings/collect-debts.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { findAccount, notSetUp } from './accounts.ts';
import { spotPriceUsd } from './process-payout.ts';

/** Reads the user's setup at Stripe; a check that fails counts as not set up (R-CSH-01). */
async function checkSetup(
  services: Services,
  uid: string,
): Promise<Pick<PayoutQuote, 'payouts_enabled' | 'setup'>> {
  // Stryker disable next-line BlockStatement: The block only writes to the log; nothing is returned either way.
  const account = await findAccount(services, uid).catch((error: unknown) => {
    log.warn('A payout account could not be checked', { uid, error: String(error) });
    return undefined;
  });
  const { payoutsEnabled, setup } = account ?? notSetUp;
  return { payouts_enabled: payoutsEnabled, setup };
}

/**
 * Returns what a user can be paid now and later, by the rules of `processPayout`. A debt is paid from the
 * earnings first, so that they are not shown twice.
 */
export async function payoutQuote(services: Services, uid: string): Promise<PayoutQuote> {
  const { store, clock } = services;
  const paths = [docs.userGuard(uid), docs.supplyGuard, docs.timeToPayout];
  const [documents, spot, account] = await Promise.all([
    store.read(paths),
    spotPriceUsd(services),
    checkSetup(services, uid),
  ]);
  const [userData, supplyData, timeToPayout] = paths.map((path) => documents.get(path)?.data);
  const user = readUserGuard(uid, userData);
  if (user.debtMicros > 0 && (await collectDebt(services, uid)) > 0) {
    return payoutQuote(services, uid);
  }
  const supply = readSupplyGuard(supplyData);
  const days = readPayoutDays(timeToPayout);
  // Stryker disable next-line ConditionalExpression: An undefined price counts as no price; only types tell the two apart.
  const spotted = spot === undefined ? {} : { spotPriceUsd: spot };
  const terms = { payoutDays: days, ...spotted };
  const now = clock.now();
  const { pending } = eligibleCredits(user.earnedDays, days, now);
  return {
    eligibleCents: availableCents('credits', { user, supply }, terms, now),
    pending: [...pending],
    days,
    tokenQty: user.rewardQty,
    tokenValue: walletTokenValueUsd({
      poolCents: poolCents(supply),
      circulating: supply.circulating,
      issuedToUsers: supply.issued,
      ...spotted,
    }),
    // Stryker disable next-line StringLiteral: Any source other than earnings counts as tokens there.
    tokenCents: availableCents('tokens', { user, supply }, terms, now),
    ...account,
    blockedBy: payoutBlock(user)?.message ?? null,
  };
}
