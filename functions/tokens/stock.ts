import type { OperatorDesk, StockChangeInput } from '@datchain/shared/contracts/calls/operators.ts';
import { queuedQty } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { issueTokensEntry, withdrawTokensEntry } from '../journal/entries/tokens.ts';
import type { Services } from '../services.ts';

/**
 * Changes what the platform has on sale at a price, once per key (N-LCH-01). Issued tokens have no
 * face until they are sold, so no money moves.
 *
 * @param uid an operator, or `BY_COMMAND`
 */
export async function changeStock(
  { books }: Pick<Services, 'books'>,
  uid: string,
  { what, priceCents, qty, reason, key }: StockChangeInput,
): Promise<Refusal | undefined> {
  const blockId = String(priceCents);
  const by = { uid, reason };
  const entry =
    what === 'issue-tokens'
      ? issueTokensEntry(key, blockId, priceCents, qty, by)
      : withdrawTokensEntry(key, blockId, qty, by);
  const done = await books.commit(entry);
  if (!isRefusal(done)) return undefined;
  return done.keyTaken
    ? refuse('aborted', 'This was done already, with a different reason or quantity.')
    : done;
}

/** Lists what is on sale at each price, the cheapest first. */
export async function listStock({
  guards,
}: Pick<Services, 'guards'>): Promise<OperatorDesk['stock']> {
  const blocks = await guards.listBlocks();
  return blocks
    .map((block) => ({
      priceCents: block.priceCents,
      platformQty: block.platformQty,
      reserved: block.platformReserved,
      offered: queuedQty(block),
    }))
    .sort((a, b) => a.priceCents - b.priceCents);
}
