import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';

const FIRST_CONFIRMING_MILLIS = 1_000;
const FIRST_WAITING_MILLIS = 3_000;
const MAX_WAIT_MILLIS = 10_000;
const REVIEW_POLL_MILLIS = MINUTE_MILLIS;

export const SLOW_AFTER_ASKS = 8;

/**
 * Returns the wait before the next poll, in milliseconds; undefined once the order can no longer
 * change by itself.
 *
 * @param asks the number of polls since the order last changed
 */
export function nextAskMillis(
  { state, edition }: Pick<OrderStatus, 'state' | 'edition'>,
  asks: number,
  cameFromCheckout: boolean,
): number | undefined {
  const backingOff = (first: number) => Math.min(MAX_WAIT_MILLIS, Math.round(first * 1.4 ** asks));
  switch (state) {
    case 'reserved':
      return backingOff(cameFromCheckout ? FIRST_CONFIRMING_MILLIS : FIRST_WAITING_MILLIS);
    case 'review':
      return REVIEW_POLL_MILLIS;
    case 'settled':
      return edition?.state === 'wanted' ? backingOff(FIRST_CONFIRMING_MILLIS) : undefined;
    case 'ended':
    case 'refunded':
      return undefined;
  }
}
