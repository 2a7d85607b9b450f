import { chainName } from '@datchain/shared/contracts/site.ts';

/** The foot of a page. `stamp` says how old its data is, e.g. 'Ledger built 20 Nov 2026, 10:42 UTC.' */
export function Footer({ stamp }: { stamp?: string }) {
  return (
    <footer className="footer">
      <div className="wide">
        <p>
          {chainName}.com <a href="/activity">Activity</a> <a href="/data">Data</a>{' '}
          <a href="/books">Books</a> <a href="/verify">Verify</a>
        </p>
        {stamp && <p>{stamp}</p>}
      </div>
    </footer>
  );
}
