import { booksPaths, readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { claimRewards } from '@datchain/shared/domain/books/claim-rewards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';

/**
 * Claims reward tokens. The key carries how often the user has claimed before, so that only one of many
 * concurrent claims counts and the others get its answer. What was awarded would not do: a refund
 * lowers it, and the next claim would get the answer of an earlier one.
 */
export const claimEntry = (
  uid: string,
  claimsBefore: number,
): Entry<{ claimed: number; qty: number }> => ({
  id: `claim:${uid}:${claimsBefore}`,
  kind: 'rewards-claimed',
  actor: uid,
  input: { claimsBefore },
  reads: [docs.userGuard(uid), docs.supplyGuard, ...booksPaths],
  decide(view, now) {
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const { utilitySoldCents } = readBooks(view);
    const claim = claimRewards(getUser(view, uid), supply, utilitySoldCents);
    if (isRefusal(claim)) return claim;
    const { user, claimed, postings } = claim;
    return {
      result: { claimed, qty: user.rewardQty },
      postings,
      documents: [userDocument(user), { path: docs.supplyGuard, data: claim.supply }],
      movements: [{ uid, data: { kind: 'rewards-claimed', at: now, qty: claimed } }],
      touched: [`user:${uid}`, 'supply'],
    };
  },
});
