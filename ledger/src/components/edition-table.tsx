import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import { Status } from '@datchain/shared/ui/status.tsx';
import type { EditionRow } from '../views/dat/editions-view.ts';
import { PersonLink } from './person-link.tsx';

/** Lists resale offers first when the creator has sold out. */
function inOrder(rows: readonly EditionRow[]): readonly EditionRow[] {
  if (rows.some(({ status }) => status === 'forSale' || status === 'notListed')) return rows;
  return [...rows.filter(({ isForSale }) => isForSale), ...rows.filter((row) => !row.isForSale)];
}

export function EditionTable({ rows }: { rows: readonly EditionRow[] }) {
  if (rows.length === 0) return <p className="empty-line">No editions.</p>;
  return (
    <table className="table edition-table" aria-labelledby="editions-title">
      <thead>
        <tr>
          <th scope="col">Certificate</th>
          <th scope="col">Owner</th>
          <th scope="col">State</th>
          <th scope="col" className="right least">
            Royalty
          </th>
          <th scope="col" className="right least">
            Last paid
          </th>
          <th scope="col" className="right">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {inOrder(rows).map(
          ({ number, owner, ownerHref, status, share, lastPaid, price, ...row }) => (
            <tr key={number}>
              <th scope="row">
                <a
                  href={row.certificateHref}
                  aria-label={`#${number}, certificate`}
                >{`#${number}`}</a>
              </th>
              <td className="name">
                <PersonLink name={owner} href={ownerHref} />
              </td>
              <td>
                <Status kind={status} />
              </td>
              <td className="right least">{share}</td>
              <td className="right least">{lastPaid}</td>
              <td className="right">
                {row.buyHref ? (
                  <a
                    className="edition-buy"
                    href={row.buyHref}
                    aria-label={`${price} Buy DAT #${number}`}
                  >
                    {price} <span>Buy</span>
                  </a>
                ) : status === 'sold' ? (
                  UNKNOWN
                ) : (
                  price
                )}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
