import { type Spendable, type Spent, spendableMicros } from '@datchain/shared/domain/books/lots.ts';
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
  spendable: Spendable | undefined;
  cost: Spent | Refusal | undefined;
};

const held = ({ lots }: Spendable): string => {
  const qty = lots.reduce((sum, lot) => sum + lot.qty, 0);
  return `${formatCount(qty)}, worth ${formatMicros(spendableMicros({ lots, changeMicros: 0 }))}`;
};

/** What goes: tokens, change, or both. */
const paid = ({ tokens, changeSpentMicros }: Spent): string =>
  [
    ...(tokens > 0 ? [formatTokens(tokens)] : []),
    ...(changeSpentMicros > 0 ? [formatMicros(changeSpentMicros)] : []),
  ].join(' + ');

/** The price, what the user has, and how many tokens go. */
export function Cost({ offer, spendable, cost }: CostProps) {
  const spent = cost && isEnough(cost) ? cost : undefined;
  return (
    <>
      <FactList
        facts={[
          { label: 'Price', value: formatCents(offer.priceCents) },
          { label: 'Your tokens', value: spendable ? held(spendable) : UNKNOWN },
          ...(spendable && spendable.changeMicros > 0
            ? [{ label: 'Your change', value: formatMicros(spendable.changeMicros) }]
            : []),
          {
            label: 'You pay',
            value: <span aria-live="polite">{spent ? paid(spent) : UNKNOWN}</span>,
            total: true,
          },
        ]}
      />
      <p className="small muted">
        Tokens count at face value, what they were issued for, the oldest first.
        {spent && spent.changeMicros > 0 && changeText(spent)}
      </p>
    </>
  );
}

const changeText = ({ changeMicros }: Spent): string =>
  ` ${formatMicros(changeMicros)} stays in your wallet as change, and is spent first next time.`;
