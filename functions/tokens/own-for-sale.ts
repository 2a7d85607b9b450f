import { readBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { ownForSale } from '@datchain/shared/domain/books/queue.ts';
import { lookAt } from '../editions/look.ts';
import { getUser } from '../journal/entries/order-documents.ts';
import { withOwnListings } from '../journal/entries/queue-documents.ts';
import type { Services } from '../services.ts';

/**
 * A user's tokens for sale, by block: what an order of theirs does not take (N-MON-17). Tokens that
 * orders hold are not for sale.
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
