import type { PriceHistory } from '../views/price-history.ts';

/** A mark for each sale, over time. The table History below it has the same sales in words. */
export function PriceChart({ prices }: { prices: PriceHistory | undefined }) {
  if (!prices) return null;
  const { summary, points, highest, from, to } = prices;
  return (
    <figure className="price-history">
      <figcaption className="small muted">{summary}</figcaption>
      <div className="price-plot" aria-hidden="true">
        <span className="micro muted price-highest">{highest}</span>
        <svg width="100%" height="112" aria-hidden="true">
          <line className="price-grid" x2="100%" y1="10%" y2="10%" />
          <line className="price-base" x2="100%" y1="90%" y2="90%" />
          {points.map(({ key, x, y }) => (
            <circle key={key} className="price-mark" cx={`${x}%`} cy={`${y}%`} r="4" />
          ))}
        </svg>
      </div>
      <div className="price-axis micro muted" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </figure>
  );
}
