import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { HistoryRow } from '../views/dat/history-view.ts';
import { PersonLink } from './person-link.tsx';

export const DateCell = ({ date, dateTime }: Pick<HistoryRow, 'date' | 'dateTime'>) => (
  <td>
    <time dateTime={dateTime}>{date}</time>
  </td>
);

export const PartyHeads = () => (
  <>
    <th scope="col">From</th>
    <th scope="col">To</th>
    <th scope="col" className="right">
      Price
    </th>
  </>
);

type Parties = Pick<HistoryRow, 'from' | 'fromHref' | 'to' | 'toHref' | 'price'>;

export const PartyCells = ({ from, fromHref, to, toHref, price }: Parties) => (
  <>
    <PersonCell name={from} href={fromHref} />
    <PersonCell name={to} href={toHref} />
    <td className="right">{price}</td>
  </>
);

/** On a phone a cell of nobody takes no room. */
const PersonCell = ({ name, href }: { name: string; href: string | undefined }) => (
  <td className={name === UNKNOWN ? 'name nobody' : 'name'}>
    <PersonLink name={name} href={href} />
  </td>
);
