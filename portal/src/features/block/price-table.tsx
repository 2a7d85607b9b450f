import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import type { BlockOffer } from '@datchain/shared/domain/purchase.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { priceRows } from './price-rows.ts';

/** What some quantities of this block cost. */
export function PriceTable({ offer }: { offer: BlockOffer }) {
  const rows = priceRows('block', offer);
  if (rows.length === 0) return null;
  return (
    <aside className="block-prices" aria-label="Prices">
      <DataTable
        rows={rows}
        keyOf={({ qty }) => qty}
        columns={[
          { header: 'Tokens', cell: ({ qty }) => formatCount(qty) },
          {
            header: 'You pay',
            className: 'right',
            cell: ({ totalCents }) => formatCents(totalCents),
          },
        ]}
      />
    </aside>
  );
}
