const rows = [1, 2, 3];

/** The boxes of the lists while they are on their way. */
export function WalletSkeleton() {
  return (
    <div className="section" aria-busy="true">
      <p className="visually-hidden">Loading…</p>
      <div className="section-head section-rule owned-head" aria-hidden="true">
        <span className="skeleton skeleton-line wallet-skeleton-title" />
      </div>
      <ul className="owned-list" aria-hidden="true">
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
    </div>
  );
}
