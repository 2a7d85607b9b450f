import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import type { BlockOffer } from '@datchain/shared/domain/purchase.ts';
import { priceRows } from './price-rows.ts';

/** What some quantities of this block cost. */
export function PriceTable({ offer }: { offer: BlockOffer }) {
  const rows = priceRows('block', offer);
  if (rows.length === 0) return null;
  return (
    <aside className="block-prices" aria-label="Prices">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Tokens</th>
            <th scope="col" className="right">
              You pay
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ qty, totalCents }) => (
            <tr key={qty}>
              <td>{formatCount(qty)}</td>
              <td className="right">{formatCents(totalCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
