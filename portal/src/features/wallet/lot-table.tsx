import { ownedTokens, type WalletLot } from '@datchain/shared/contracts/documents/wallets.ts';
import { formatCents, formatCount, formatMicros, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { sumAmounts } from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { type Column, DataTable } from '@datchain/shared/ui/data-table.tsx';
import { type ReactNode, useId } from 'react';
import { Section } from '../../app/section.tsx';
import { BlockLink } from './block-link.tsx';

type LotTableProps = {
  title: string;
  lots: readonly WalletLot[];
  aside?: ReactNode;
  /** The change of the last spent token, listed beside the tokens and added to their total. */
  changeMicros?: UsdMicros;
  /** Returns what the tokens of a lot buy, in micros; without it they count at their own price. */
  buysOf?: (lot: WalletLot) => UsdMicros;
  onList?: (lot: WalletLot) => void;
};

const atPrice = ({ qty, priceCents }: WalletLot): UsdMicros => centsToMicros(qty * priceCents);

export function LotTable(props: LotTableProps) {
  const { title, lots, aside, changeMicros = 0, onList, buysOf = atPrice } = props;
  const titleId = useId();
  const columns: Column<WalletLot>[] = [
    {
      header: 'Block',
      isRowHeader: true,
      cell: ({ blockId }) => <BlockLink blockId={blockId} />,
      rest: changeMicros > 0 && 'Change, spent first',
      footer: onList && 'Total',
    },
    {
      header: 'Tokens',
      className: 'right',
      cell: ({ qty }) => formatCount(qty),
      rest: UNKNOWN,
      footer: formatCount(ownedTokens(lots)),
    },
    {
      header: 'Price',
      className: 'right least',
      cell: ({ priceCents }) => formatCents(priceCents),
      rest: UNKNOWN,
    },
    {
      header: props.buysOf ? 'They buy' : 'Value',
      className: 'right',
      cell: (lot) => formatMicros(buysOf(lot)),
      rest: formatMicros(changeMicros),
      footer: formatMicros(sumAmounts(lots.map(buysOf)) + changeMicros),
    },
  ];
  if (onList) {
    columns.push({
      header: <span className="visually-hidden">Sell</span>,
      className: 'action',
      cell: (lot) => (
        <Button variant="secondary" small onClick={() => onList(lot)}>
          List for sale
          <span className="visually-hidden">{` from Link ${lot.blockId}`}</span>
        </Button>
      ),
    });
  }
  return (
    <Section id={titleId} title={title} aside={aside}>
      <DataTable
        aria-labelledby={titleId}
        rows={lots}
        keyOf={({ blockId }) => blockId}
        columns={columns}
      />
    </Section>
  );
}
