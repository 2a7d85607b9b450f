import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { formatCents, formatTokens, isOrAre } from '@datchain/shared/domain/format.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { returnedText } from '../../lib/text/returned-text.ts';

export interface OrderWords {
  readonly heading: string;
  readonly text: string;
}

/** Formats e.g. '12 minutes', rounded up to whole minutes; undefined when the time is over. */
export function timeLeft(expiresAt: Millis, now: Millis): string | undefined {
  const minutes = Math.ceil((expiresAt - now) / MINUTE_MILLIS);
  if (minutes <= 0) return undefined;
  return minutes === 1 ? 'less than a minute' : `${minutes} minutes`;
}

export const keptText = (qty: number): string =>
  `${formatTokens(qty)} ${isOrAre(qty)} kept for you until you pay or the time runs out.`;

function waiting(order: OrderStatus, now: Millis, cancelled: boolean): OrderWords {
  const kept =
    timeLeft(order.expiresAt, now) === undefined
      ? 'The time to pay has run out. We are asking Stripe whether you paid.'
      : keptText(order.qty);
  return {
    heading: 'Waiting for payment',
    text: cancelled ? `You left Stripe without paying. Nothing was charged. ${kept}` : kept,
  };
}

function paid(order: OrderStatus): OrderWords {
  const { qty, total, refundedCents = 0 } = order;
  if (refundedCents === 0) {
    return { heading: 'Paid', text: `${formatTokens(qty)} ${isOrAre(qty)} in your wallet.` };
  }
  const isAll = refundedCents >= total;
  return {
    heading: isAll ? 'Payment returned' : 'Paid, and partly returned',
    text: returnedText(order),
  };
}

export interface OrderMoment {
  readonly now: Millis;
  readonly confirming: boolean;
  readonly slow: boolean;
  readonly cancelled: boolean;
}

export function orderWords(order: OrderStatus, moment: OrderMoment): OrderWords {
  switch (order.state) {
    case 'reserved':
      if (!moment.confirming) return waiting(order, moment.now, moment.cancelled);
      return {
        heading: 'Confirming your payment',
        text: moment.slow
          ? 'Stripe has not confirmed the payment yet. This page keeps checking. If you did not pay, you can still do so, or cancel.'
          : 'We are waiting for Stripe to confirm your payment. This usually takes a few seconds; you can close this page.',
      };
    case 'settled':
      return paid(order);
    case 'ended':
      return {
        heading: 'Order closed',
        text: 'It was cancelled or its time ran out. The tokens went back on sale and nothing was charged.',
      };
    case 'refunded':
      return {
        heading: 'Payment returned',
        text: `${formatCents(order.total)} goes back to the card it came from, usually within 5 to 10 days.`,
      };
    case 'review':
      return {
        heading: 'We are checking this payment',
        text: 'The payment does not match the order, so one of us is checking it. You need not do anything, and nothing is lost.',
      };
  }
}
