import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readPayoutDays } from '@datchain/shared/contracts/documents/payout.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { SupplyGuard, UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import {
  holdPayout,
  isOpenPayout,
  type Payout,
  type PayoutChange,
  type PayoutRequest,
  payPayout,
  type Reversal,
  returnPayout,
  reversePayout,
} from '@datchain/shared/domain/books/payouts.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import type { Accepted, Entry, View } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';

const payoutDocument = (payout: Payout) => ({ path: docs.payout(payout.id), data: payout });

function getPayout(view: View, payoutId: string): Payout {
  const stored = view(docs.payout(payoutId));
  if (stored === undefined) throw new Error(`There is no payout ${payoutId}`);
  return v.parse(payoutSchema, stored);
}

/** Lists the guards a payout reads. Only a payout of reward tokens changes the supply's. */
const guardPaths = (uid: string): string[] => [docs.userGuard(uid), docs.supplyGuard];

const readGuards = (view: View, uid: string): { user: UserGuard; supply: SupplyGuard } => ({
  user: getUser(view, uid),
  supply: readSupplyGuard(view(docs.supplyGuard)),
});

type Paid = { kind: 'payout-paid'; transferId: string };
type Other = { kind: 'payout-requested' | 'payout-returned' | 'payout-reversed' };

function accept<Result>(
  { payout, user, supply, postings }: PayoutChange,
  result: Result,
  movement: (Paid | Other) & { at: number; amountCents: number },
): Accepted<Result> {
  const { id: payoutId, uid, source } = payout;
  const tokens = source === 'tokens';
  return {
    result,
    postings,
    documents: [
      payoutDocument(payout),
      userDocument(user),
      ...(tokens ? [{ path: docs.supplyGuard, data: supply }] : []),
    ],
    // A closed account is not notified (N-MON-22).
    movements:
      user.closedAt === undefined ? [{ uid, data: { ...movement, payoutId, source } }] : [],
    touched: tokens ? [`user:${uid}`, 'supply'] : [`user:${uid}`],
  };
}

/**
 * Takes a payout's amount from the user. While another payout is open, answers with that payout's id and
 * records nothing.
 *
 * @param spotPriceUsd a reward token's spot price; undefined if none is set
 */
export const holdPayoutEntry = (
  uid: string,
  request: PayoutRequest,
  spotPriceUsd: number | undefined,
): Entry<{ payoutId: string }> => ({
  id: `hold:${request.payoutId}`,
  kind: 'payout-held',
  actor: uid,
  input: request,
  reads: [docs.payout(request.payoutId), docs.timeToPayout, ...guardPaths(uid)],
  decide(view, now) {
    const guards = readGuards(view, uid);
    const open = guards.user.openPayoutId;
    if (open !== null) return { answer: { payoutId: open } };
    const payoutDays = readPayoutDays(view(docs.timeToPayout));
    // Stryker disable next-line ConditionalExpression: A price that is undefined counts as none; only types tell the two apart.
    const terms = spotPriceUsd === undefined ? { payoutDays } : { payoutDays, spotPriceUsd };
    const held = holdPayout(request, guards, terms, now);
    if (isRefusal(held)) return held;
    const { id: payoutId, amountCents } = held.payout;
    return accept(held, { payoutId }, { kind: 'payout-requested', at: now, amountCents });
  },
});

/** Records that Stripe's answer did not arrive. The money stays held. */
export const unknownPayoutEntry = (payoutId: string): Entry<null> => ({
  id: `unknown:${payoutId}`,
  kind: 'payout-unknown',
  actor: 'system',
  input: { payoutId },
  reads: [docs.payout(payoutId)],
  decide(view) {
    const payout = getPayout(view, payoutId);
    if (payout.state !== 'held') return { answer: null };
    return {
      result: null,
      postings: [],
      documents: [payoutDocument({ ...payout, state: 'unknown' })],
      touched: [],
    };
  },
});

/** `late`: the payout was returned before its transfer appeared, which must not happen. */
export type PaidResult = { outcome: 'paid' | 'unchanged' | 'late' };

/**
 * Books the transfer that Stripe made for a payout.
 *
 * @param payout as last read; it names the guards to read
 */
export const paidPayoutEntry = (payout: Payout, transferId: string): Entry<PaidResult> => ({
  id: `paid:${payout.id}`,
  kind: 'payout-paid',
  actor: 'system',
  input: { payoutId: payout.id, transferId },
  reads: [docs.payout(payout.id), ...guardPaths(payout.uid)],
  decide(view, now) {
    const stored = getPayout(view, payout.id);
    if (stored.state === 'returned') return { answer: { outcome: 'late' } };
    if (!isOpenPayout(stored)) return { answer: { outcome: 'unchanged' } };
    const paid = payPayout(stored, readGuards(view, stored.uid), transferId, now);
    const { amountCents } = stored;
    const movement = { kind: 'payout-paid', at: now, amountCents, transferId } as const;
    return accept(paid, { outcome: 'paid' }, movement);
  },
});

/** Returns a payout to its user, after Stripe has said that no transfer exists or will exist. */
export const returnPayoutEntry = (payout: Payout): Entry<null> => ({
  id: `return:${payout.id}`,
  kind: 'payout-returned',
  actor: 'system',
  input: { payoutId: payout.id },
  reads: [docs.payout(payout.id), ...guardPaths(payout.uid)],
  decide(view, now) {
    const stored = getPayout(view, payout.id);
    if (!isOpenPayout(stored)) return { answer: null };
    const returned = returnPayout(stored, readGuards(view, stored.uid), now);
    const { amountCents } = stored;
    return accept(returned, null, { kind: 'payout-returned', at: now, amountCents });
  },
});

/** Books what Stripe took back of a paid transfer, once per reversal. */
export const reversePayoutEntry = (payout: Payout, reversal: Reversal): Entry<null> => ({
  id: `reverse:${reversal.id}`,
  kind: 'payout-reversed',
  actor: 'system',
  input: { payoutId: payout.id, amountCents: reversal.amountCents },
  reads: [docs.payout(payout.id), ...guardPaths(payout.uid)],
  decide(view, now) {
    const stored = getPayout(view, payout.id);
    if (stored.state !== 'paid') {
      throw new Error(`Payout ${payout.id} is ${stored.state}: there is nothing to reverse`);
    }
    const reversed = reversePayout(stored, readGuards(view, stored.uid), reversal);
    const { amountCents } = reversal;
    return accept(reversed, null, { kind: 'payout-reversed', at: now, amountCents });
  },
});
