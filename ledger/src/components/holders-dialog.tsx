import type { HolderRow } from '../views/dat/editions-view.ts';
import { PageDialog } from './page-dialog.tsx';

/** The editions that have left their creator, and who holds them (R-VIEW-06). */
export function HolderRows({ holders }: { holders: readonly HolderRow[] }) {
  if (holders.length === 0) return <p className="empty-line">There are no current holders</p>;
  return (
    <ul className="holder-rows">
      {holders.map(({ number, username, href, picture, holding }) => (
        <li key={number} className="holder-row">
          {picture ? (
            <img className="avatar" src={picture} alt="" width={40} height={40} loading="lazy" />
          ) : (
            <span className="avatar" />
          )}
          <span className="holder-name">{href ? <a href={href}>{username}</a> : username}</span>
          <span className="small muted">{holding}</span>
        </li>
      ))}
    </ul>
  );
}

export function HoldersDialog({ holders }: { holders: readonly HolderRow[] }) {
  return (
    <PageDialog id="holders" title="Holders">
      <div id="holder-rows">
        <HolderRows holders={holders} />
      </div>
    </PageDialog>
  );
}
