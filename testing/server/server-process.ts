/** A further server process for tests, with its own services and door; controlled by IPC. */

import { setClockOffset } from '@datchain/functions/clock.ts';
import { expireOrders } from '@datchain/functions/orders/expire-orders.ts';
import { startOrder } from '@datchain/functions/orders/start-order.ts';
import { processPayout } from '@datchain/functions/payouts/process-payout.ts';
import { services } from '@datchain/functions/services.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { Answered, Asked } from './start-server.ts';

const [clockOffsetMillis] = process.argv.slice(2);
setClockOffset(Number(clockOffsetMillis));

function serve(asked: Asked): Promise<unknown> {
  if (asked.ask === 'sweep') return expireOrders(services());
  const { uid } = asked;
  return asked.ask === 'start'
    ? startOrder(services(), uid, { ...asked.input, variant: 'block' })
    : processPayout(services(), uid, { ...asked.input, source: 'credits' });
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
