import type { Lot } from '@datchain/shared/domain/books/guards.ts';
import { type Spent, spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatTokens,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { isEnough, type Offer } from './offer.ts';

type CostProps = {
  offer: Offer;
  /** Undefined until they are known. */
  lots: readonly Lot[] | undefined;
  cost: Spent | Refusal | undefined;
};

const held = (lots: readonly Lot[]): string => {
  const qty = lots.reduce((sum, lot) => sum + lot.qty, 0);
  return `${formatCount(qty)}, worth ${formatMicros(spendableMicros(lots))}`;
};

/** The price, what the user has, and how many tokens go. */
export function Cost({ offer, lots, cost }: CostProps) {
  const spent = cost && isEnough(cost) ? cost : undefined;
  return (
    <>
      <FactList
        facts={[
          { label: 'Price', value: formatCents(offer.priceCents) },
          { label: 'Your tokens', value: lots ? held(lots) : UNKNOWN },
          {
            label: 'You pay',
            value: <span aria-live="polite">{spent ? formatTokens(spent.tokens) : UNKNOWN}</span>,
            total: true,
          },
        ]}
      />
      <p className="small muted">
        Tokens count at face value, what they were issued for, the oldest first.
        {spent && spent.leftoverMicros > 0 && leftoverText(spent)}
      </p>
    </>
  );
}

const leftoverText = ({ leftoverMicros }: Spent): string =>
  ` ${formatMicros(leftoverMicros)} of the last token is less than a token and goes with it.`;
