import { type ActivityRow, activityLists } from '../views/market/activity-view.ts';
import { DateCell, PartyCells, PartyHeads } from './deal-cells.tsx';

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

export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  if (rows.length === 0) return <p className="empty-line">Nothing has happened yet.</p>;
  return (
    <table className="table deal-table activity-table" aria-label="Activity, newest first">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">DAT</th>
          <th scope="col">Event</th>
          <PartyHeads />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, song, href, what, ...row }) => (
          <tr key={key}>
            <DateCell {...row} />
            <td className="name">
              <a href={href} dir="auto">
                {song}
              </a>
            </td>
            <td>{what}</td>
            <PartyCells {...row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
