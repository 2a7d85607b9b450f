import { readLiveEdition } from '@datchain/shared/contracts/documents/dat-live.ts';
import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';

/** A price, or null for no offer. */
type Offer = Cents | null;

export interface Noted {
  readonly offer: Offer;
  readonly before: Offer | undefined;
}

/** Returns the live asking price of an edition; undefined where the live values lack it. */
export function liveOffer(live: unknown, number: number): Offer | undefined {
  const edition = readLiveEdition(live, number);
  return edition && (edition.isForSale ? edition.priceCents : null);
}

/**
 * Tells whether this page can stop showing its own offer or withdrawal: the wallet shows it too, or
 * the live price shows a newer one. The wallet alone is not enough: after a withdrawal, another
 * device may offer the edition again, and then the wallet never shows the withdrawal.
 */
export function isOvertaken({ offer, before }: Noted, edition: OwnedDat, live: unknown): boolean {
  if (edition.sold || edition.isForSale === (offer !== null)) return true;
  const now = liveOffer(live, edition.edition);
  return now !== undefined && now !== before && now !== offer;
}
