import { randomBytes } from 'node:crypto';
import { listingSchema } from '@datchain/shared/contracts/documents/listing.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { checkListing } from '@datchain/shared/domain/list-tokens.ts';
import { centsOfUsd, usdOfCents } from '@datchain/shared/domain/money.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import { queueTokensEntry, unqueueTokensEntry } from '../journal/entries/tokens.ts';
import { takeDaily } from '../limits/daily.ts';
import type { Services } from '../services.ts';

const { tokenListingsADay } = rates;

/**
 * Queues tokens for sale (R-CAL-04).
 *
 * @param blockId the price in cents as text
 */
export async function listTokens(
  services: Services,
  uid: string,
  { blockId, qty }: { blockId: string; qty: unknown },
): Promise<{ listingId: string } | Refusal> {
  // The books check what the user owns; everything else is checked here first.
  const priceUsd = usdOfCents(Number(blockId));
  const refusal = checkListing(qty, priceUsd, Number.MAX_SAFE_INTEGER);
  if (refusal) return refusal;
  const refused = await takeDaily(services, {
    name: 'token listings',
    who: uid,
    most: tokenListingsADay,
    sentence: `You put tokens up for sale ${tokenListingsADay} times within a day. You can do this again`,
  });
  if (refused) return refused;
  const listingId = randomBytes(12).toString('base64url');
  const listed = await services.books.commit(
    queueTokensEntry(listingId, uid, centsOfUsd(priceUsd), qty as number),
  );
  return isRefusal(listed) ? listed : { listingId };
}

/** Cancels a listing and returns its unsold tokens; a second time gives the first answer. */
export async function cancelTokens(
  { books, store }: Services,
  uid: string,
  { listingId }: { listingId: string },
): Promise<{ returned: number } | Refusal> {
  const path = docs.listing(listingId);
  const stored = (await store.read([path])).get(path);
  const listing = stored && v.parse(listingSchema, stored.data);
  if (listing?.uid !== uid) return refuse('not-found', 'Listing not found');
  const back = await books.commit(unqueueTokensEntry(listing, listing.createdAt));
  return isRefusal(back) ? back : back.result;
}
