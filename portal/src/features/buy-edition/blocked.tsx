import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { Notice } from '../../app/notice.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { buyPath, type Offer, otherOffer } from './offer.ts';

type BlockedProps = {
  dat: Dat;
  offer: Offer;
  reason?: string | undefined;
  isVisitor?: boolean;
};

export function Blocked({ dat, offer, reason, isVisitor }: BlockedProps) {
  const other = offer.isForSale ? undefined : otherOffer(dat, offer.number);
  return (
    <>
      <Notice>
        {reason ?? 'This edition has already been sold.'}
        {other && ` DAT #${other.number} is for sale at ${formatCents(other.priceCents)}.`}
      </Notice>
      <div className="actions">
        {other && (
          <SiteLink className={buttonClass()} href={buyPath(dat.id, other.number)}>
            {`Buy DAT #${other.number}`}
          </SiteLink>
        )}
        {!isVisitor && (
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/wallet">
            See your wallet
          </SiteLink>
        )}
      </div>
    </>
  );
}
