import { formatCount } from '@datchain/shared/domain/format.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import type { OwnCoins } from './own-coins.ts';
import { coinText } from './proof-words.ts';

/** The user's coins by amount: how many are in the list, and how many of that amount there are in all. */
export function CoinsTable({ rows }: Pick<OwnCoins, 'rows'>) {
  return (
    <DataTable
      caption="Your coins"
      rows={rows}
      keyOf={({ asset, amount }) => `${asset} ${amount}`}
      columns={[
        {
          header: 'Coin',
          isRowHeader: true,
          cell: ({ asset, amount }) => coinText(asset, amount),
        },
        { header: 'Yours', className: 'right', cell: ({ own }) => formatCount(own) },
        { header: 'Found', className: 'right', cell: ({ found }) => formatCount(found) },
        { header: 'In the list', className: 'right', cell: ({ listed }) => formatCount(listed) },
      ]}
    />
  );
}
