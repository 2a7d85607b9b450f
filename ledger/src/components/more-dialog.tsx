import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { PageDialog } from './page-dialog.tsx';

const look = buttonClass({ variant: 'secondary' });

/** Where a DAT's address can go (R-VIEW-08). `embed` is the HTML of the player for other sites (N-SND-10). */
export function MoreDialog({ datId, embed }: { datId: string; embed?: string | undefined }) {
  return (
    <PageDialog id="more" title="More Options">
      <div className="more-options">
        <button type="button" className={look} data-share="feed">
          Share to Feed
        </button>
        <button type="button" className={look} data-share="copy">
          Copy Link
        </button>
        <a className={look} href="mailto:" data-share="message">
          Send in Message
        </a>
      </div>
      {embed && (
        <details className="embed-code">
          <summary>Put a player on your own page</summary>
          <textarea className="input" aria-label="HTML" rows={4} readOnly value={embed} />
          <button type="button" className={look} data-share="embed">
            Copy HTML
          </button>
        </details>
      )}
      <a className="more-report" href={`/report/${encodeURIComponent(datId)}`}>
        Report this work
      </a>
      <div id="share-ways" className="share-ways" role="status" hidden>
        <p id="share-ways-text" />
        <input className="input" aria-label="What to paste" readOnly />
        <div className="actions">
          <button type="button" className={buttonClass()} data-way="copy">
            Copy
          </button>
          <a className={look} href="mailto:" data-way="mail">
            Send by e-mail
          </a>
        </div>
      </div>
    </PageDialog>
  );
}
