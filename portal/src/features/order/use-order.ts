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

/** What this page knows about the order. */
export type OrderView =
  | { readonly state: 'loading' }
  | { readonly state: 'notFound' }
  | { readonly state: 'unreachable' }
  | {
      readonly state: 'known';
      readonly order: OrderStatus;
      /** How often it was asked about since it last changed. */
      readonly asks: number;
      /** The last question went unanswered; what is shown may be old. */
      readonly stale: boolean;
      /** When its last answer came, by `performance.now`, which no change of the device's clock moves. */
      readonly heardAt: number;
    };

const isAbsent = (error: unknown): boolean =>
  error instanceof CallError &&
  ['not-found', 'permission-denied', 'invalid-argument'].includes(error.code);

/** Where an order and what it is for stand. */
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
 * Follows one order: asks the server with back-off while something can still happen, at once when
 * the tab is seen again, the network returns or another tab reports a change. Asking also makes the
 * server settle what the payment provider says is paid.
 */
export function useOrder(orderId: string, cameFromCheckout: boolean) {
  const [view, setView] = useState<OrderView>({ state: 'loading' });
  const known = useRef<string>(undefined);
  const asked = useRef(0);
  const answered = useRef(0);

  /** Takes an answer unless one to a later question came first: states never go back. */
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

  /** Gives the reserved tokens back; the answer may also be that the order was paid meanwhile. */
  const cancel = useCallback(async () => {
    const order = await call(cancelOrder, { orderId });
    asked.current += 1;
    take(asked.current, order);
  }, [orderId, take]);

  return { view, cancel };
}
