import { openTabChannel } from '@datchain/shared/ui/site-data.ts';

const CHANNEL = 'datchain.orders';

/** Tells the other tabs of this browser that an order changed. */
export function announceOrderChange(orderId: string): void {
  const channel = openTabChannel(CHANNEL);
  channel.postMessage(orderId);
  channel.close();
}

/** Hears about changes of one order from the other tabs; returns the end. */
export function onOrderChange(orderId: string, listener: () => void): () => void {
  const channel = openTabChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data === orderId) listener();
  });
  return () => channel.close();
}
