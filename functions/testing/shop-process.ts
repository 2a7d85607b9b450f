/** One more server process for tests, with services and a door of its own:  fork, then ask by IPC. */
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { setClockOffset } from '../clock.ts';
import { cancelOrder, orderStatus } from '../orders/order-status.ts';
import { startOrder } from '../orders/start-order.ts';
import { services } from '../services.ts';
import type { Answered, Asked } from './shops.ts';

const [clockOffsetMs] = process.argv.slice(2);
setClockOffset(Number(clockOffsetMs));

function serve({ ask, uid, input }: Asked): Promise<unknown> {
  if (ask === 'start') return startOrder(services(), uid, { ...input, variant: 'block' });
  if (ask === 'status') return orderStatus(services(), uid, input.orderId);
  return cancelOrder(services(), uid, input.orderId);
}

async function answer(asked: Asked): Promise<Answered> {
  const { id } = asked;
  try {
    const value = await serve(asked);
    return isRefusal(value) ? { id, refused: value.message } : { id, value };
  } catch (error) {
    return { id, failed: String(error) };
  }
}

process.on('message', async (asked: Asked) => {
  process.send?.(await answer(asked));
});
process.on('disconnect', () => process.exit());
