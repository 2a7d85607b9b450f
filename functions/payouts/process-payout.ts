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

/** The caller's message when a payout failed (R-CSH-07). */
// Stryker disable next-line StringLiteral: Evaluated when the module loads, before any mutant is active; tests check the value.
export const payoutFailure = 'Failed to process payout. Please try again.';

export interface PayoutAsked {
  /** US dollars, as sent: the payout rules check it and name what is wrong with it. */
  readonly payoutAmount: unknown;
  readonly source: PayoutSource;
  /** Idempotency key of the request, until its outcome is known; payouts of other users have other ids. */
  readonly key?: string | undefined;
}

// Stryker disable next-line ArrowFunction: Evaluated when the module loads, before any mutant is active; tests check the value.
const newPayoutId = () => randomBytes(12).toString('base64url');

/** Derives the payout's id from the key; if that payout came back, the id of the next attempt. */
async function derivePayoutId(
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

/** Reads the spot price of a reward token in US dollars; undefined if none is set. */
export async function spotPriceUsd({
  live: database,
}: Pick<Services, 'live'>): Promise<number | undefined> {
  return readRewardMetrics(await database.read(live.datToken)).spotPriceUsd;
}

// Stryker disable next-line ArrowFunction: Evaluated when the module loads, before any mutant is active; tests check the value.
const isSame = (payout: Payout, { payoutAmount, source }: PayoutAsked): boolean =>
  payout.source === source && checkPayout(payoutAmount, payout.amountCents) === payout.amountCents;

/**
 * Pays a user out (R-CAL-09): holds the amount, has Stripe make the transfer, and books it. While a payout is
 * open there is no second one: the same request continues it and returns its transfer. The same key does so
 * even after the payout was made, so a lost answer costs nobody a second payout.
 *
 * @throws when the outcome is open (Stripe or the books out of reach): the money stays held, and the next
 * attempt or the job continues the payout
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
    payoutId: await derivePayoutId(services, uid, asked.key),
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
    : continueOpen(services, payoutId, asked);
}

const otherAmount = () =>
  refuse(
    'aborted',
    'This payout was requested with another amount. Reload the page and try again.',
  );

async function finish(
  services: Services,
  payoutId: string,
): Promise<{ transferId: string } | Refusal> {
  const payout = await syncPayout(services, payoutId);
  // Stryker disable next-line OptionalChaining: Payouts are never deleted, and this one was just held. Types do not know that.
  return payout?.transferId ? { transferId: payout.transferId } : refuse('internal', payoutFailure);
}

/** Continues an open payout, from another tab or an unanswered attempt, if the request is the same. */
async function continueOpen(
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
