import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Rest, waiveRest } from '@datchain/shared/domain/books/rest.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';

/**
 * Gives up what is left on an account that closes, exactly as its owner agreed (N-PPL-03).
 *
 * @param closing names the closing: who closes an account twice gives up twice
 * @param spotPriceUsd a reward token's spot price, where there is one
 */
export const waiveRestEntry = (
  uid: string,
  closing: string,
  agreed: Rest,
  spotPriceUsd: number | undefined,
): Entry<null> => ({
  id: `rest-waived:${uid}:${closing}`,
  kind: 'rest-waived',
  actor: uid,
  input: agreed,
  reads: [docs.userGuard(uid), docs.supplyGuard],
  decide(view, now) {
    const guards = {
      user: getUser(view, uid),
      supply: readSupplyGuard(view(docs.supplyGuard)),
    };
    const waiver = waiveRest(guards, agreed, spotPriceUsd === undefined ? {} : { spotPriceUsd });
    if (waiver === undefined) return { answer: null };
    if (isRefusal(waiver)) return waiver;
    const { user, supply, backingMicros, platformMicros, postings } = waiver;
    const hasTokens = agreed.rewardQty > 0;
    return {
      result: null,
      postings,
      documents: [
        userDocument(user),
        ...(hasTokens ? [{ path: docs.supplyGuard, data: supply }] : []),
      ],
      increments: [
        { path: docs.books, fields: { backingMicros: 0 - backingMicros, platformMicros } },
      ],
      movements: [{ uid, data: { kind: 'rest-waived', at: now, ...agreed } }],
      touched: hasTokens ? [`user:${uid}`, 'supply'] : [`user:${uid}`],
    };
  },
});
