import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { FirstOffer } from '../views/dat/editions-view.ts';

/** The cheapest edition, and the one press that leads to buying it (N-BUY-04). */
export function DatBuy({ first }: { first: FirstOffer | undefined }) {
  if (!first) return null;
  return (
    <>
      <div className="dat-buy">
        <p>
          <span className="small muted">Lowest price</span>
          <strong className="figure-medium">{first.price}</strong>
        </p>
        <a className={buttonClass()} href={first.href}>
          {`Buy DAT #${first.number}`}
        </a>
      </div>
      <p className="small muted">
        {first.seller && `Sold by ${first.seller}. `}
        Pay by card in one step, or with your tokens.
      </p>
    </>
  );
}
