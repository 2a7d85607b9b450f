import { Button } from '@datchain/shared/ui/button.tsx';
import { choiceText } from '../views/dat/choice-text.ts';
import type { EditionRow } from '../views/dat/editions-view.ts';
import { PageDialog } from './page-dialog.tsx';

/** Every edition; those for sale can be chosen, one at a time (R-VIEW-05). */
export function CollectionRows({ rows }: { rows: readonly EditionRow[] }) {
  if (rows.length === 0) return <p className="empty-line">No editions.</p>;
  return (
    <ul className="edition-rows">
      {rows.map(({ number, text, offer, isForSale }) => (
        <li key={number}>
          <label className="edition-row">
            <input type="radio" name="edition" value={number} disabled={!isForSale} />
            <span className="edition-text">{text}</span>
            <span className="edition-offer small">{offer}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

export function CollectionDialog({ rows }: { rows: readonly EditionRow[] }) {
  return (
    <PageDialog id="collection" title="Collection" wide footer={<Purchase rows={rows} />}>
      <div id="collection-rows">
        <CollectionRows rows={rows} />
      </div>
    </PageDialog>
  );
}

/** This page does not know the reader's tokens: it names the price, and the next screen what it takes of them. */
function Purchase({ rows }: { rows: readonly EditionRow[] }) {
  return (
    <form id="buy" className="dialog-foot edition-foot">
      <p>
        <strong className="edition-chosen">
          {choiceText(rows.some(({ isForSale }) => isForSale))}
        </strong>
        <span className="small muted">
          By card in one step, or with your tokens.
          <noscript>
            <span> Buying needs JavaScript.</span>
          </noscript>
        </span>
      </p>
      <Button type="submit" disabled>
        Buy DAT
      </Button>
    </form>
  );
}
