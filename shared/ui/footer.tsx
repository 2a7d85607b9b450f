import { chainName, footPages } from '../domain/site.ts';

/** The foot of a page. `stamp` tells the age of its data, e.g. 'Ledger built 20 Nov 2026, 10:42 UTC.' */
export function Footer({ stamp }: { stamp?: string }) {
  return (
    <footer className="footer">
      <div className="wide">
        <p>
          <span>{chainName}.com</span>
          {footPages.map(({ path, title }) => [
            ' ',
            <a key={path} href={path}>
              {title}
            </a>,
          ])}
        </p>
        {stamp && <p>{stamp}</p>}
      </div>
    </footer>
  );
}
