import { formatCount } from '@datchain/shared/domain/format.ts';
import type { OwnCoins } from './own-coins.ts';
import { coinText } from './proof-words.ts';

/** The user's coins by amount: how many are in the list, and how many of that amount there are in all. */
export function CoinsTable({ rows }: Pick<OwnCoins, 'rows'>) {
  return (
    <table className="table">
      <caption className="visually-hidden">Your coins</caption>
      <thead>
        <tr>
          <th scope="col">Coin</th>
          <th scope="col" className="right">
            Yours
          </th>
          <th scope="col" className="right">
            Found
          </th>
          <th scope="col" className="right">
            In the list
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ asset, amount, own, found, listed }) => (
          <tr key={`${asset} ${amount}`}>
            <th scope="row">{coinText(asset, amount)}</th>
            <td className="right">{formatCount(own)}</td>
            <td className="right">{formatCount(found)}</td>
            <td className="right">{formatCount(listed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
