import { readTokenBlocks } from '@datchain/shared/contracts/documents/token-block.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { backTo } from '@datchain/shared/contracts/portal-paths.ts';
import { offerOf, type TokenBlock } from '@datchain/shared/domain/blocks.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { paymentFor } from '@datchain/shared/domain/edition-payment.ts';
import { formatCents, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { Blocked } from './blocked.tsx';
import { buyPath, type Offer } from './offer.ts';
import { Sheet } from './sheet.tsx';

/** What a card pays for an edition when nothing is held; undefined when no block has enough. */
export const allInCents = (priceCents: Cents, blocks: readonly TokenBlock[]): Cents | undefined =>
  paymentFor(
    blocks.map((block) => ({
      ...{ ...offerOf(block), blockId: block.id },
      faceOf: (qty) => qty * centsToMicros(block.priceCents),
    })),
    centsToMicros(priceCents),
  )?.totalCents;

/** The sheet of a visitor: the price, what a card pays in all, and the ways in, which come back here. */
export function VisitorSheet({ dat, offer }: { dat: Dat; offer: Offer }) {
  const blocks = useLive(live.tokenBlocks, readTokenBlocks);
  const cents = allInCents(offer.priceCents, liveOr(blocks, []));
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
      foot={
        <>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href={`/signup${back}`}>
            Sign up
          </SiteLink>
          <SiteLink className={buttonClass()} href={`/login${back}`}>
            Log in
          </SiteLink>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Price', value: formatCents(offer.priceCents) },
          {
            label: 'By card, all in',
            value: cents === undefined ? UNKNOWN : formatCents(cents),
            total: true,
          },
        ]}
      />
      <p className="small">
        Log in or sign up first. You will come back to this step. Nothing is charged until you
        confirm.
      </p>
    </Sheet>
  );
}
