import {
  cancelOrder,
  getOrderStatus,
  type OrderStatus,
} from '@datchain/shared/contracts/calls/orders.ts';
import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/calls/callables.ts';
import { announceOrderChange, onOrderChange } from '../../lib/data/order-channel.ts';
import { useSeenAgain } from '../../lib/data/use-seen-again.ts';
import { nextAskMillis } from './polling.ts';

export type OrderView =
  | { readonly state: 'loading' }
  | { readonly state: 'notFound' }
  | { readonly state: 'unreachable' }
  | {
      readonly state: 'known';
      readonly order: OrderStatus;
      readonly asks: number;
      /** Whether the last poll went unanswered: the order shown may be outdated. */
      readonly stale: boolean;
      /**
       * The time of the last answer by `performance.now`, which is independent of the device's
       * clock.
       */
      readonly heardAt: number;
    };

const isAbsent = (error: unknown): boolean =>
  error instanceof CallError &&
  ['not-found', 'permission-denied', 'invalid-argument'].includes(error.code);

const standing = ({ state, edition }: OrderStatus): string => `${state} ${edition?.state ?? ''}`;

function learned(view: OrderView, order: OrderStatus): OrderView {
  const same = view.state === 'known' && standing(view.order) === standing(order);
  return {
    state: 'known',
    order,
    asks: same ? view.asks + 1 : 0,
    stale: false,
    heardAt: performance.now(),
  };
}

function missed(view: OrderView, error: unknown): OrderView {
  if (isAbsent(error)) return { state: 'notFound' };
  return view.state === 'known'
    ? { ...view, asks: view.asks + 1, stale: true }
    : { state: 'unreachable' };
}

const RETRY_UNREACHABLE_MILLIS = 5_000;

/**
 * Follows one order: polls with back-off while it can change. It also polls when the tab is seen
 * again, the network returns or another tab reports a change. Each poll also makes the server
 * settle an order that the payment provider reports as paid.
 */
export function useOrder(orderId: string, cameFromCheckout: boolean) {
  const [view, setView] = useState<OrderView>({ state: 'loading' });
  const known = useRef<string>(undefined);
  const asked = useRef(0);
  const answered = useRef(0);

  /** Drops answers older than the last one: states never go back. */
  const take = useCallback(
    (question: number, order: OrderStatus) => {
      if (question < answered.current) return;
      answered.current = question;
      const now = standing(order);
      if (known.current !== undefined && known.current !== now) announceOrderChange(orderId);
      known.current = now;
      setView((before) => learned(before, order));
    },
    [orderId],
  );

  const ask = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    try {
      take(question, await call(getOrderStatus, { orderId }));
    } catch (error) {
      setView((before) => missed(before, error));
    }
  }, [orderId, take]);

  useEffect(() => {
    void ask();
    return onOrderChange(orderId, () => void ask());
  }, [orderId, ask]);
  useSeenAgain(() => void ask());

  useEffect(() => {
    const wait =
      view.state === 'known'
        ? nextAskMillis(view.order, view.asks, cameFromCheckout)
        : view.state === 'unreachable'
          ? RETRY_UNREACHABLE_MILLIS
          : undefined;
    if (wait === undefined) return;
    const timer = setTimeout(() => void ask(), wait);
    return () => clearTimeout(timer);
  }, [view, cameFromCheckout, ask]);

  /** Releases the reserved tokens; the answer may also be that the order was paid meanwhile. */
  const cancel = useCallback(async () => {
    const order = await call(cancelOrder, { orderId });
    asked.current += 1;
    take(asked.current, order);
  }, [orderId, take]);

  return { view, cancel };
}
