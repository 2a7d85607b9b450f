import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';

const wereTaken = (tokens: string, qty: number): string =>
  `${tokens} ${qty === 1 ? 'was' : 'were'} taken`;

function takenSentences({ qty, otherQty, missingQty }: NonNullable<OrderStatus['takenBack']>) {
  const taken = [
    ...(qty > 0 ? [`${wereTaken(formatTokens(qty), qty)} back.`] : []),
    ...(missingQty > 0 ? [`${formatTokens(missingQty)} had been spent or sold.`] : []),
    ...(otherQty > 0 ? [`${wereTaken(formatTokens(otherQty, 'other'), otherQty)} instead.`] : []),
  ];
  return taken.length > 0 ? taken : ['No tokens were taken back.'];
}

/** Describes the refunds of a paid order, and the tokens taken back for them (N-MON-04). */
export function returnedText({ total, refundedCents = 0, takenBack }: OrderStatus): string {
  const excess = refundedCents - total;
  return [
    `${formatCents(refundedCents)} went back to the card.`,
    ...(takenBack ? takenSentences(takenBack) : []),
    ...(excess > 0
      ? [`${formatCents(excess)} more went back than was paid, and was added to what you owe.`]
      : []),
  ].join(' ');
}
