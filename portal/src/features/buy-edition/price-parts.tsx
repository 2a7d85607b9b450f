import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { type Offer, partRows } from './offer.ts';

/** Who gets what of the price. */
export function PriceParts({ dat, offer }: { dat: Dat; offer: Offer }) {
  return (
    <aside className="block-prices" aria-label="Who gets what">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Who gets what</th>
            <th scope="col" className="right">
              Part
            </th>
          </tr>
        </thead>
        <tbody>
          {partRows(dat, offer).map(({ who, amount }) => (
            <tr key={who}>
              <td>{who}</td>
              <td className="right">{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Price</th>
            <td className="right">{formatCents(offer.priceCents)}</td>
          </tr>
        </tfoot>
      </table>
    </aside>
  );
}
