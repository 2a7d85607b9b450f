import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { ReactNode } from 'react';

export interface FollowedOrder {
  readonly orderId: string;
  readonly order: OrderStatus;
  readonly now: Millis;
  /** The browser came back from the payment page. */
  readonly confirming: boolean;
  readonly slow: boolean;
  /** The payment page was left without paying. */
  readonly cancelled: boolean;
  readonly stale: boolean;
  readonly onCancel: () => Promise<void>;
  readonly receipt: (songName: string | undefined) => ReactNode;
}
