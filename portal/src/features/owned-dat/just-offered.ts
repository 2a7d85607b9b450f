import { readLiveEdition } from '@datchain/shared/contracts/documents/dat-live.ts';
import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

/** A price, or null for no offer. */
type Offer = Cents | null;

/** An offer this page made or took back, and what everyone saw of the edition at that moment. */
export interface Noted {
  readonly offer: Offer;
  readonly before: Offer | undefined;
}

/** What the live values offer an edition for; undefined where they do not have it. */
export function liveOffer(live: unknown, number: number): Offer | undefined {
  const edition = readLiveEdition(live, number);
  return edition && (edition.isForSale ? edition.priceCents : null);
}

/**
 * Whether the stored values have caught up with an offer of this page: the wallet shows it, or
 * something newer has happened to the edition. From another device it may be offered again before
 * this page has seen that it was taken back, and the wallet then looks as it did.
 */
export function isOvertaken({ offer, before }: Noted, edition: OwnedDat, live: unknown): boolean {
  if (edition.sold || edition.isForSale === (offer !== null)) return true;
  const now = liveOffer(live, edition.edition);
  return now !== undefined && now !== before && now !== offer;
}
