import { readBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { ownForSale } from '@datchain/shared/domain/books/queue.ts';
import { faceOfNext } from '@datchain/shared/domain/books/reserve-order.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { isWhole } from '@datchain/shared/domain/units.ts';
import { lookAt } from '../editions/look.ts';
import { getUser } from '../journal/entries/order-documents.ts';
import { withForSale, withOwnListings } from '../journal/entries/queue-documents.ts';
import type { Services } from '../services.ts';

/**
 * Returns a user's own tokens for sale by block, which their orders do not take (N-MON-17). Tokens
 * that orders hold are not for sale.
 */
export const ownTokensForSale = (
  { store }: Pick<Services, 'store'>,
  uid: string,
): Promise<{ blocks: { blockId: string; qty: number }[] }> =>
  lookAt(store, [docs.userGuard(uid)], (view) => {
    const user = getUser(view, uid);
    const blockIds = [...new Set(user.openListings.map(({ blockId }) => blockId))];
    const blocks = blockIds.flatMap((blockId) => {
      const block = readBlockGuard(view(docs.blockGuard(blockId)));
      const qty = block ? ownForSale(withOwnListings(view, block, user).queue, uid) : 0;
      return qty > 0 ? [{ blockId, qty }] : [];
    });
    return { blocks };
  });

/**
 * Quotes the face of the next tokens of a block, which is what they buy of editions (N-MON-23).
 *
 * @returns null where one order cannot have so many; refusals: 'Block not found', 'Enter a positive
 * number'
 */
export async function tokenQuote(
  { store }: Pick<Services, 'store'>,
  uid: string,
  { blockId, qty }: { readonly blockId: string; readonly qty: unknown },
): Promise<{ faceMicros: number | null } | Refusal> {
  if (!isWhole(qty) || qty <= 0) return refuse('invalid-argument', 'Enter a positive number');
  return lookAt(store, [docs.userGuard(uid), docs.blockGuard(blockId)], (view) => {
    const block = readBlockGuard(view(docs.blockGuard(blockId)));
    if (!block) return refuse('not-found', 'Block not found');
    const forSale = withForSale(view, block, qty, getUser(view, uid));
    return { faceMicros: faceOfNext(forSale, qty, uid) ?? null };
  });
}
