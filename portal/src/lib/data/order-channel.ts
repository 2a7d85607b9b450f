import { openTabChannel } from '@datchain/shared/ui/site-data.ts';

const CHANNEL = 'datchain.orders';

export function announceOrderChange(orderId: string): void {
  const channel = openTabChannel(CHANNEL);
  channel.postMessage(orderId);
  channel.close();
}

export function onOrderChange(orderId: string, listener: () => void): () => void {
  const channel = openTabChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data === orderId) listener();
  });
  return () => channel.close();
}
