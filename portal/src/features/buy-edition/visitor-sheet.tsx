import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { offerOf, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { type EditionPayment, paymentFor } from '@datchain/shared/domain/edition-payment.ts';
import {
  formatCents,
  formatMicros,
  formatTokens,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { backTo } from '@datchain/shared/domain/portal-paths.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { Blocked } from './blocked.tsx';
import { buyPath, type Offer } from './offer.ts';
import { Sheet } from './sheet.tsx';

/**
 * Computes the card payment for an edition with an empty wallet; undefined when no block has
 * enough.
 */
const computePayment = (
  priceCents: Cents,
  blocks: readonly TokenBlock[],
): EditionPayment | undefined =>
  paymentFor(
    blocks.map((block) => ({
      ...offerOf(block),
      blockId: block.id,
      faceOf: (qty) => qty * centsToMicros(block.priceCents),
    })),
    centsToMicros(priceCents),
  );

/** '70 tokens. $0.20 stays yours.' */
function tokensText({ qty, faceMicros }: EditionPayment, priceCents: Cents): string {
  const rest = faceMicros - centsToMicros(priceCents);
  return `${formatTokens(qty)}.${rest > 0 ? ` ${formatMicros(rest)} stays yours.` : ''} `;
}

export function VisitorSheet({ dat, offer }: { dat: Dat; offer: Offer }) {
  const blocks = useLive(live.tokenBlocks, readTokenBlocks);
  const payment = computePayment(offer.priceCents, liveOr(blocks, []));
  const back = backTo(buyPath(dat.id, offer.number));
  if (!offer.isForSale) {
    return (
      <Sheet dat={dat} offer={offer} foot={null}>
        <Blocked dat={dat} offer={offer} isVisitor />
      </Sheet>
    );
  }
  return (
    <Sheet
      dat={dat}
      offer={offer}
      isOffered
      isStacked
      foot={
        <>
          <SiteLink className={buttonClass()} href={`/signup${back}`}>
            Sign up
          </SiteLink>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href={`/login${back}`}>
            Log in
          </SiteLink>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Price', value: formatCents(offer.priceCents) },
          {
            label: 'By card',
            value: payment ? formatCents(payment.totalCents) : UNKNOWN,
            total: true,
          },
        ]}
      />
      <p className="small">
        {payment && tokensText(payment, offer.priceCents)}
        Sign up or log in, and you come straight back here. Nothing is charged until you confirm.
      </p>
    </Sheet>
  );
}
