import { isOpenPayout, type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import {
  paidPayoutEntry,
  returnPayoutEntry,
  reversePayoutEntry,
  unknownPayoutEntry,
} from '../journal/entries/payouts.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { StripeRefused } from '../stripe/checkout.ts';
import type { Transfer } from '../stripe/connect.ts';

type Needs = Pick<Services, 'books' | 'payouts' | 'connect' | 'clock' | 'environment'>;

/** How long a create is repeated: Stripe remembers an idempotency key for 24 hours. */
const REPEAT_MILLIS = 23 * HOUR_MILLIS;
/** By then nothing was sent for an hour, so a transfer that cannot be found does not exist. */
const GIVE_BACK_MILLIS = DAY_MILLIS;

/** Error while it is unknown whether there is a transfer; the money stays held. */
export class TransferUnknown extends Error {
  override readonly name = 'TransferUnknown';
}

/**
 * Updates an open payout from Stripe: paid if there is a transfer, returned if there is certainly none and
 * never will be. Safe to call at any time by any number of callers: the call itself, the webhook, the job.
 *
 * @throws when the outcome stays open; the money stays held and nothing is sent twice
 */
export async function syncPayout(services: Needs, payoutId: string): Promise<Payout | undefined> {
  const payout = await services.payouts.find(payoutId);
  if (!payout || !isOpenPayout(payout)) return payout;
  const transfer = await askForTransfer(services, payout);
  if (transfer) return applyTransfer(services, payout, transfer);
  await services.books.commit(returnPayoutEntry(payout));
  return reread(services, payout);
}

async function askForTransfer(services: Needs, payout: Payout): Promise<Transfer | undefined> {
  try {
    return await resolveTransfer(services, payout);
  } catch (error) {
    await services.books.commit(unknownPayoutEntry(payout.id)).catch((second: unknown) => {
      log.warn('A payout could not be marked', { payoutId: payout.id, error: String(second) });
    });
    throw error;
  }
}

/**
 * Finds or makes a payout's transfer; undefined if there is certainly none. While Stripe remembers the key, the
 * same create is repeated: it makes the transfer, or returns the one of an unanswered first attempt. A failure
 * counts only after searching for a transfer that was made anyway.
 */
async function resolveTransfer(
  { connect, clock }: Needs,
  payout: Payout,
): Promise<Transfer | undefined> {
  const age = clock.now() - payout.createdAt;
  if (age < REPEAT_MILLIS) {
    try {
      return await connect.createTransfer(payout);
    } catch (error) {
      const [made] = await connect.findTransfers(payout.id);
      if (made) return made;
      if (!(error instanceof StripeRefused)) throw error;
      log.error('Stripe refused a transfer', { payoutId: payout.id, reason: error.message });
      return undefined;
    }
  }
  const [made] = await connect.findTransfers(payout.id);
  if (!made && age < GIVE_BACK_MILLIS) {
    throw new TransferUnknown(`Payout ${payout.id} has no transfer that Stripe would find yet`);
  }
  return made;
}

/** Returns how a transfer and its payout differ, which a person has to check; undefined if they agree. */
function mismatch({ environment }: Needs, payout: Payout, transfer: Transfer): string | undefined {
  if (transfer.payoutId !== payout.id) return `it is for payout ${transfer.payoutId}`;
  if (transfer.amountCents !== payout.amountCents) return `it is ${transfer.amountCents} cents`;
  if (transfer.currency !== 'usd') return `its currency is ${transfer.currency}`;
  if (transfer.accountId !== payout.accountId) return `it went to ${transfer.accountId}`;
  if (transfer.live !== environment.stripe.live) return 'test and live mode are mixed';
  return undefined;
}

export async function applyTransfer(
  services: Needs,
  payout: Payout,
  transfer: Transfer,
): Promise<Payout> {
  const wrong = mismatch(services, payout, transfer);
  if (wrong) {
    log.error('A payout and its transfer do not match', { payoutId: payout.id, wrong });
    return payout;
  }
  const paid = await services.books.commit(paidPayoutEntry(payout, transfer.id));
  if (isRefusal(paid) || paid.result.outcome === 'late') {
    const { id: payoutId } = payout;
    log.error('A returned payout has a transfer', { payoutId, transferId: transfer.id });
    return payout;
  }
  if (transfer.reversedCents > reversedCents(payout)) {
    for (const reversal of await services.connect.listReversals(transfer.id)) {
      await services.books.commit(reversePayoutEntry(payout, reversal));
    }
  }
  return reread(services, payout);
}

/** Reads a transfer from Stripe and books it; undefined if it belongs to no payout. */
export async function syncTransfer(
  services: Needs,
  transferId: string,
): Promise<Payout | undefined> {
  const transfer = await services.connect.retrieveTransfer(transferId);
  const payout = await findPayoutByTransfer(services, transfer);
  return payout && applyTransfer(services, payout, transfer);
}

/** Finds a transfer's payout. Other products of the same Stripe account have their own transfer groups. */
export async function findPayoutByTransfer(
  { payouts }: Pick<Needs, 'payouts'>,
  { payoutId }: Pick<Transfer, 'payoutId'>,
): Promise<Payout | undefined> {
  return payoutId !== null && /^[\w-]{1,64}$/.test(payoutId) ? payouts.find(payoutId) : undefined;
}

async function reread(services: Needs, payout: Payout): Promise<Payout> {
  return (await services.payouts.find(payout.id)) ?? payout;
}
