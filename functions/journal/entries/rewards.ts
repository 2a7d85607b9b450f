import { booksPaths, readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { claimRewards } from '@datchain/shared/domain/books/claim-rewards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';

/**
 * Claims reward tokens. The id contains how often the user has claimed, so that of many concurrent claims one
 * counts and the others get its answer. The awarded quantity would not do: a refund lowers it, and the next
 * claim would get an earlier claim's answer.
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
