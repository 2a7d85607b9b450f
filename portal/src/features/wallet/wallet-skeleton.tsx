import { Waiting } from '../../app/waiting.tsx';

const rows = [1, 2, 3];

/** The boxes of the lists while they are on their way. */
export function WalletSkeleton() {
  return (
    <Waiting className="section">
      <div className="section-head section-rule owned-head">
        <span className="skeleton skeleton-line wallet-skeleton-title" />
      </div>
      <ul className="owned-list">
        {rows.map((row) => (
          <li key={row} className="owned-card">
            <span className="owned-art" />
            <span>
              <span className="skeleton skeleton-line skeleton-long" />
              <span className="skeleton skeleton-line skeleton-short" />
            </span>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}
