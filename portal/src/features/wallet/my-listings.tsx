import { cancelTokenListing } from '@datchain/shared/contracts/calls.ts';
import type { TokenListing } from '@datchain/shared/contracts/documents/listing.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import {
  formatCents,
  formatCount,
  formatDate,
  formatTokens,
  isOrAre,
} from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { SiteLink } from '../../app/site-link.tsx';
import { call } from '../../lib/calls/callables.ts';

type MyListingsProps = {
  /** Those that are not sold out and not cancelled. */
  listings: readonly TokenListing[];
  /** Says in passing what has become of a press. */
  onNews: (text: string) => void;
};

/** Tokens that wait in line for a buyer, and the way to take them back. Nothing while there are none. */
export function MyListings({ listings, onNews }: MyListingsProps) {
  if (listings.length === 0) return null;
  return (
    <section className="section" aria-labelledby="wallet-listings">
      <div className="section-head">
        <h2 className="h2" id="wallet-listings">
          Listed for sale
        </h2>
      </div>
      <table className="table" aria-labelledby="wallet-listings">
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col" className="right least">
              Listed on
            </th>
            <th scope="col" className="right">
              Listed
            </th>
            <th scope="col" className="right">
              Sold
            </th>
            <th scope="col" className="right least">
              Price
            </th>
            <th scope="col" className="action">
              <span className="visually-hidden">Cancel</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {listings.map((listing) => (
            <ListingRow key={listing.listingId} listing={listing} onNews={onNews} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type ListingRowProps = { listing: TokenListing; onNews: (text: string) => void };

function ListingRow({ listing, onNews }: ListingRowProps) {
  const { listingId, priceCents, qty, soldQty, takenBackQty, createdAt } = listing;
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    setBusy(true);
    try {
      const { returned } = await call(cancelTokenListing, { listingId });
      onNews(`${formatTokens(returned)} ${isOrAre(returned)} back in your wallet.`);
    } catch (error) {
      setBusy(false);
      onNews(sentenceOf(error, 'The listing could not be cancelled. Try again.'));
    }
  };

  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/tdc/block/${priceCents}`}>
          {`Link ${priceCents}`}
        </SiteLink>
      </th>
      <td className="right least">{formatDate(createdAt)}</td>
      <td className="right">{formatCount(qty - takenBackQty)}</td>
      <td className="right">{formatCount(soldQty)}</td>
      <td className="right least">{formatCents(priceCents)}</td>
      <td className="action">
        <Button variant="secondary" small disabled={busy} onClick={cancel}>
          Cancel listing
        </Button>
      </td>
    </tr>
  );
}
