import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { EditionsView } from '../views/dat/editions-view.ts';

type DatBuyProps = { editions: Pick<EditionsView, 'first' | 'tellHref'> };

/** The cheapest edition with a link to buy it (N-BUY-04), or a link to wish for one (N-PPL-13). */
export function DatBuy({ editions: { first, tellHref } }: DatBuyProps) {
  if (!first) {
    return (
      <a className={buttonClass({ variant: 'secondary' })} href={tellHref}>
        Tell me when one is for sale
      </a>
    );
  }
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
