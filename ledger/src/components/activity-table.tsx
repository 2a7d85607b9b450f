import { personClass } from '../views/dat/history-view.ts';
import { type ActivityRow, activityLists } from '../views/market/activity-view.ts';
import { PersonLink } from './person-link.tsx';

/** The lists of the page Activity; the one that is shown is marked. */
export function ActivityTabs({ current }: { current: string }) {
  return (
    <nav className="activity-lists" aria-label="Lists">
      {activityLists.map(({ href, text }) => (
        <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** What happened lately, across all works, newest first. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  if (rows.length === 0) return <p className="empty-line">Nothing has happened yet.</p>;
  return (
    <table className="table deal-table activity-table" aria-label="Activity, newest first">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">DAT</th>
          <th scope="col">Event</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col" className="right">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ key, date, dateTime, song, href, what, from, to, fromHref, toHref, price }) => (
            <tr key={key}>
              <td>
                <time dateTime={dateTime}>{date}</time>
              </td>
              <td className="name">
                <a href={href} dir="auto">
                  {song}
                </a>
              </td>
              <td>{what}</td>
              <td className={personClass(from)}>
                <PersonLink name={from} href={fromHref} />
              </td>
              <td className={personClass(to)}>
                <PersonLink name={to} href={toHref} />
              </td>
              <td className="right">{price}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
