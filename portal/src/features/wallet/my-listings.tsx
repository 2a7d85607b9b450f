import { cancelTokenListing } from '@datchain/shared/contracts/calls/tokens.ts';
import type { TokenListing } from '@datchain/shared/contracts/documents/listing.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import {
  formatCents,
  formatCount,
  formatDate,
  formatTokens,
  isOrAre,
} from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { useState } from 'react';
import { Section } from '../../app/section.tsx';
import { call } from '../../lib/calls/callables.ts';
import { BlockLink } from './block-link.tsx';

type MyListingsProps = {
  /** Listings that are neither sold out nor cancelled. */
  listings: readonly TokenListing[];
  onNews: (text: string) => void;
};

export function MyListings({ listings, onNews }: MyListingsProps) {
  if (listings.length === 0) return null;
  return (
    <Section id="wallet-listings" title="Listed for sale">
      <DataTable
        aria-labelledby="wallet-listings"
        rows={listings}
        keyOf={({ listingId }) => listingId}
        columns={[
          {
            header: 'Block',
            isRowHeader: true,
            cell: ({ priceCents }) => <BlockLink blockId={`${priceCents}`} />,
          },
          {
            header: 'Listed on',
            className: 'right least',
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            header: 'Listed',
            className: 'right',
            cell: ({ qty, takenBackQty }) => formatCount(qty - takenBackQty),
          },
          { header: 'Sold', className: 'right', cell: ({ soldQty }) => formatCount(soldQty) },
          {
            header: 'Price',
            className: 'right least',
            cell: ({ priceCents }) => formatCents(priceCents),
          },
          {
            header: <span className="visually-hidden">Cancel</span>,
            className: 'action',
            cell: ({ listingId }) => <CancelButton listingId={listingId} onNews={onNews} />,
          },
        ]}
      />
    </Section>
  );
}

type CancelButtonProps = { listingId: string; onNews: (text: string) => void };

function CancelButton({ listingId, onNews }: CancelButtonProps) {
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    setBusy(true);
    try {
      const { returned } = await call(cancelTokenListing, { listingId });
      onNews(`${formatTokens(returned)} ${isOrAre(returned)} back in your wallet.`);
    } catch (error) {
      setBusy(false);
      onNews(readErrorSentence(error, 'The listing could not be cancelled. Try again.'));
    }
  };

  return (
    <Button variant="secondary" small disabled={busy} onClick={cancel}>
      Cancel listing
    </Button>
  );
}
