import { isOpenPayout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { applyTransfer, findPayoutByTransfer, syncPayout } from './sync-payout.ts';

type Needs = Pick<Services, 'books' | 'payouts' | 'connect' | 'clock' | 'environment'>;

export interface PayoutsSwept {
  readonly looked: number;
  readonly closed: number;
  readonly reversed: number;
  readonly failed: number;
}

const GRACE_MILLIS = 90_000;
/** How far back the job searches for reversals whose events never arrived. */
const REVERSAL_SEARCH_MILLIS = 30 * DAY_MILLIS;

/**
 * Asks Stripe about every payout whose transfer is unknown, and about reversed transfers. One payout's failure
 * does not delay the others.
 */
export async function reconcilePayouts(services: Needs): Promise<PayoutsSwept> {
  const now = services.clock.now();
  const open = (await services.payouts.listOpen()).filter(
    ({ createdAt }) => createdAt < now - GRACE_MILLIS,
  );
  let closed = 0;
  let failed = 0;
  const attempt = async (payoutId: string, work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      failed += 1;
      log.error('A payout could not be swept', { payoutId, error: String(error) });
      return false;
    }
  };
  for (const { id } of open) {
    if (await attempt(id, () => isClosedNow(services, id))) closed += 1;
  }
  let reversed = 0;
  for await (const transfer of services.connect.listTransfersSince(now - REVERSAL_SEARCH_MILLIS)) {
    // Stryker disable next-line ConditionalExpression: It only saves a read: nothing is booked for a payout without reversals.
    if (transfer.reversedCents === 0) continue;
    const payout = await findPayoutByTransfer(services, transfer);
    // Stryker disable next-line ConditionalExpression: It only saves a request: each reversal is booked once, by its own id.
    if (!payout || reversedCents(payout) === transfer.reversedCents) continue;
    const apply = async () => {
      const after = await applyTransfer(services, payout, transfer);
      return reversedCents(after) > reversedCents(payout);
    };
    if (await attempt(payout.id, apply)) reversed += 1;
  }
  return { looked: open.length, closed, reversed, failed };
}

async function isClosedNow(services: Needs, payoutId: string): Promise<boolean> {
  const payout = await syncPayout(services, payoutId);
  // Stryker disable next-line ConditionalExpression: Payouts are never deleted, and this one was just listed. Types do not know that.
  return payout !== undefined && !isOpenPayout(payout);
}
