import { createHash, randomBytes } from 'node:crypto';
import { readRewardMetrics } from '@datchain/shared/contracts/documents/metrics.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { checkPayout, type PayoutSource } from '@datchain/shared/domain/payout.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { commitPastDebt } from '../earnings/collect-debts.ts';
import { holdPayoutEntry } from '../journal/entries/payouts.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { findAccount } from './accounts.ts';
import { syncPayout } from './sync-payout.ts';

/** What the caller reads when a payout failed (R-CSH-07). */
// Stryker disable next-line StringLiteral: It is made when the file is loaded, where no change is switched on yet; tests read what it makes.
export const payoutFailure = 'Failed to process payout. Please try again.';

export interface PayoutAsked {
  /** US dollars, as sent: the payout rules check it and say what is wrong with it. */
  readonly payoutAmount: unknown;
  readonly source: PayoutSource;
  /** Names what was asked for, until its outcome is known; nobody else's payout has the same id. */
  readonly key?: string | undefined;
}

// Stryker disable next-line ArrowFunction: It is made when the file is loaded, where no change is switched on yet; tests read what it makes.
const newPayoutId = () => randomBytes(12).toString('base64url');

/** The id of the payout that a key names; after one that came back, of the next one. */
async function payoutIdOf(
  { payouts }: Pick<Services, 'payouts'>,
  uid: string,
  key: string | undefined,
): Promise<string> {
  if (key === undefined) return newPayoutId();
  for (let earlier = 0; ; earlier++) {
    const named = createHash('sha256').update(JSON.stringify([uid, key, earlier]));
    const id = named.digest('base64url').slice(0, 16);
    if ((await payouts.find(id))?.state !== 'returned') return id;
  }
}

/** The spot price of a reward token, where someone has set one. */
export async function spotPriceUsd({
  live: database,
}: Pick<Services, 'live'>): Promise<number | undefined> {
  return readRewardMetrics(await database.read(live.datToken)).spotPriceUsd;
}

// Stryker disable next-line ArrowFunction: It is made when the file is loaded, where no change is switched on yet; tests read what it makes.
const isSame = (payout: Payout, { payoutAmount, source }: PayoutAsked): boolean =>
  payout.source === source && checkPayout(payoutAmount, payout.amountCents) === payout.amountCents;

/**
 * Pays a user out (R-CAL-09): holds the amount, has Stripe make the transfer, books it. While a
 * payout is on its way there is no second one: requesting the same again continues it, and returns
 * its transfer. So does the same key, also once the payout was made: an answer that was lost costs nobody a second
 * payout.
 *
 * @throws when the outcome is open (Stripe or the books out of reach): the money stays held, and
 * the next attempt or the job continues it
 */
export async function processPayout(
  services: Services,
  uid: string,
  asked: PayoutAsked,
): Promise<{ transferId: string } | Refusal> {
  const account = await findAccount(services, uid);
  if (!account?.payoutsEnabled) {
    return refuse('failed-precondition', 'Complete your payout setup first.');
  }
  const { payoutAmount: amountUsd, source } = asked;
  const spot = source === 'tokens' ? await spotPriceUsd(services) : undefined;
  const request = {
    payoutId: await payoutIdOf(services, uid, asked.key),
    source,
    amountUsd,
    accountId: account.id,
  };
  const known = await services.payouts.find(request.payoutId);
  if (known) return isSame(known, asked) ? finish(services, known.id) : otherAmount();
  const held = await commitPastDebt(services, uid, holdPayoutEntry(uid, request, spot));
  if (isRefusal(held)) return held;
  const { payoutId } = held.result;
  return payoutId === request.payoutId
    ? finish(services, payoutId)
    : goOn(services, payoutId, asked);
}

const otherAmount = () =>
  refuse('aborted', 'This payout was asked for with another amount. Look again.');

async function finish(
  services: Services,
  payoutId: string,
): Promise<{ transferId: string } | Refusal> {
  const payout = await syncPayout(services, payoutId);
  // Stryker disable next-line OptionalChaining: No payout is ever deleted: it was just held. Types do not know that.
  return payout?.transferId ? { transferId: payout.transferId } : refuse('internal', payoutFailure);
}

/** The user has a payout on its way, from another tab or an unanswered attempt. */
async function goOn(
  services: Services,
  payoutId: string,
  asked: PayoutAsked,
): Promise<{ transferId: string } | Refusal> {
  const onItsWay = refuse('failed-precondition', 'A payout is already on its way.');
  const payout = await services.payouts.find(payoutId);
  if (!payout || !isSame(payout, asked)) return onItsWay;
  try {
    return await finish(services, payoutId);
  } catch (error) {
    log.warn('A payout is still on its way', { payoutId, error: String(error) });
    return onItsWay;
  }
}
