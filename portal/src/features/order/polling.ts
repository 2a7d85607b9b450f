import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';

const FIRST_CONFIRMING_MILLIS = 1_000;
const FIRST_WAITING_MILLIS = 3_000;
const LONGEST_MILLIS = 10_000;
const REVIEW_MILLIS = MINUTE_MILLIS;

/** How often an unconfirmed payment is asked about before the page says that it takes long. */
export const SLOW_AFTER_ASKS = 8;

/**
 * How long to wait before asking for the order again, in milliseconds; undefined when nothing can
 * happen to it by itself any more.
 *
 * @param asks how often it was asked about since it last changed
 */
export function nextAskMillis(
  { state, edition }: Pick<OrderStatus, 'state' | 'edition'>,
  asks: number,
  cameFromCheckout: boolean,
): number | undefined {
  const backingOff = (first: number) => Math.min(LONGEST_MILLIS, Math.round(first * 1.4 ** asks));
  switch (state) {
    case 'reserved':
      return backingOff(cameFromCheckout ? FIRST_CONFIRMING_MILLIS : FIRST_WAITING_MILLIS);
    case 'review':
      return REVIEW_MILLIS;
    case 'settled':
      return edition?.state === 'wanted' ? backingOff(FIRST_CONFIRMING_MILLIS) : undefined;
    case 'released':
    case 'refunded':
      return undefined;
  }
}
