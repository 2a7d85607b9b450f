import type { WalletLot } from '@datchain/shared/contracts/documents/wallets.ts';
import { formatCents, formatCount } from '@datchain/shared/domain/format.ts';
import { useId } from 'react';
import { SiteLink } from '../../app/site-link.tsx';

/** Tokens by block: how many, at which price, what they are worth. */
export function LotTable({ title, lots }: { title: string; lots: readonly WalletLot[] }) {
  const titleId = useId();
  return (
    <section className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 className="h2" id={titleId}>
          {title}
        </h2>
      </div>
      <table className="table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col" className="right">
              Tokens
            </th>
            <th scope="col" className="right">
              Price
            </th>
            <th scope="col" className="right">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {lots.map(({ blockId, priceCents, qty }) => (
            <tr key={blockId}>
              <th scope="row">
                <SiteLink className="row-link" href={`/tdc/block/${blockId}`}>
                  {`Link ${blockId}`}
                </SiteLink>
              </th>
              <td className="right">{formatCount(qty)}</td>
              <td className="right">{formatCents(priceCents)}</td>
              <td className="right">{formatCents(priceCents * qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
