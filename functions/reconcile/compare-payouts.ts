import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { isOpenPayout, type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { smallest } from '@datchain/shared/domain/extremes.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Services } from '../services.ts';
import type { Transfer } from '../stripe/connect.ts';

/** Allowed clock skew: Stripe's clock may be behind ours. */
const CLOCK_SKEW_MILLIS = MINUTE_MILLIS;

export function compareOpenPayouts(
  users: readonly UserGuard[],
  payouts: readonly Payout[],
): string[] {
  const named = users.flatMap(({ uid, openPayoutId }) =>
    openPayoutId === null ? [] : [`${openPayoutId} of ${uid}`],
  );
  const open = payouts.filter(isOpenPayout).map(({ id, uid }) => `${id} of ${uid}`);
  const [inUsers, inPayouts] = [new Set(named), new Set(open)];
  return [
    ...named.filter((one) => !inPayouts.has(one)).map((one) => `payout ${one}: named, not open`),
    ...open.filter((one) => !inUsers.has(one)).map((one) => `payout ${one}: open, not named`),
  ];
}

function comparePaid(payout: Payout, transfers: readonly Transfer[]): string[] {
  const [transfer] = transfers;
  if (transfers.length !== 1 || !transfer) {
    return [`payout ${payout.id}: ${payout.state} with ${transfers.length} transfers`];
  }
  const compared: [what: string, ours: unknown, theirs: unknown][] = [
    ['the transfer', payout.transferId, transfer.id],
    ['the account', payout.accountId, transfer.accountId],
    ['cents', payout.amountCents, transfer.amountCents],
    ['cents reversed', reversedCents(payout), transfer.reversedCents],
  ];
  return compared
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ours, theirs]) => `payout ${payout.id}: ${what} ${ours}, at Stripe ${theirs}`);
}

/**
 * Checks that each paid payout has one transfer of the same amount and the same reversals, and that other
 * payouts have none. Transfers of other products in the same Stripe account have other groups and are ignored.
 */
export async function compareTransfers(
  { connect }: Pick<Services, 'connect'>,
  payouts: readonly Payout[],
): Promise<string[]> {
  if (payouts.length === 0) return [];
  const first = smallest(payouts.map(({ createdAt }) => createdAt));
  const made = new Map<string | null, Transfer[]>();
  for await (const transfer of connect.listTransfersSince(first - CLOCK_SKEW_MILLIS)) {
    const { payoutId } = transfer;
    made.set(payoutId, [...(made.get(payoutId) ?? []), transfer]);
  }
  return payouts.flatMap((payout) => compareMade(payout, made.get(payout.id) ?? []));
}

/** Compares a payout with all transfers of its group. */
export function compareMade(payout: Payout, transfers: readonly Transfer[]): string[] {
  if (payout.state === 'paid' || payout.state === 'reversed') {
    return comparePaid(payout, transfers);
  }
  return transfers.map(({ id }) => `payout ${payout.id}: ${payout.state}, with transfer ${id}`);
}
