import type { PriceHistory } from '../views/dat/price-history.ts';

const aloft = { y1: '90%', y2: '90%' };
const onLine = { y1: '50%', y2: '50%' };

/** A mark for each sale, over time: as high as its price. The table History below it has the same in words. */
export function PriceChart({ prices }: { prices: PriceHistory | undefined }) {
  if (!prices) return null;
  const { summary, points, highest, from, to } = prices;
  return (
    <figure className="price-history">
      <figcaption className="small muted">{summary}</figcaption>
      <div className="price-plot" aria-hidden="true">
        {highest && <span className="micro muted price-highest">{highest}</span>}
        <svg width="100%" height={highest ? 112 : 16} aria-hidden="true">
          {highest && <line className="price-grid" x2="100%" y1="10%" y2="10%" />}
          <line className="price-base" x2="100%" {...(highest ? aloft : onLine)} />
          {points.map(({ key, x, y }) => (
            <circle
              key={key}
              className="price-mark"
              cx={`${x}%`}
              cy={highest ? `${y}%` : '50%'}
              r="4"
            />
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
