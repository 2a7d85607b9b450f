import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { type Offer, partRows } from './offer.ts';

/** Who gets what of the price. */
export function PriceParts({ dat, offer }: { dat: Dat; offer: Offer }) {
  return (
    <aside className="block-prices" aria-label="Who gets what">
      <DataTable
        rows={partRows(dat, offer)}
        keyOf={({ who }) => who}
        columns={[
          { header: 'Who gets what', cell: ({ who }) => who, footer: 'Price' },
          {
            header: 'Part',
            className: 'right',
            cell: ({ amount }) => amount,
            footer: formatCents(offer.priceCents),
          },
        ]}
      />
    </aside>
  );
}
