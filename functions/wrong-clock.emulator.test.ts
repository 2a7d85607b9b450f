import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { fetchUserGuard } from '@datchain/testing/server/hot-block-books.ts';
import { market } from '@datchain/testing/server/market.ts';
import { type ServerProcess, startServer } from '@datchain/testing/server/start-server.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { openingWalletEntry } from './journal/entries/tokens.ts';
import { services } from './services.ts';
import { firestore } from './stores/firebase.ts';

const m = market();
const offClock = new URL('../testing/server/off-clock.ts', import.meta.url).href;
let server: ServerProcess | undefined;

afterEach(() => server?.close());

async function openOff(millis: number): Promise<ServerProcess> {
  server = await startServer(await m.clockOffset(), {
    NODE_OPTIONS: `--import ${offClock}`,
    CLOCK_OFF_MILLIS: String(millis),
  });
  return server;
}

async function aFanWithAnOrder() {
  const fan = await m.signUp({ emailVerified: true });
  const blockId = await m.newBlock(50, 1_000);
  const { body } = await m.call(
    'createPaymentLinkDatTokenTesting',
    { blockId, qty: 100 },
    fan.token,
  );
  return { fan, blockId, orderId: body.result.orderId as string };
}

const stateOf = async (orderId: string) =>
  (await firestore().doc(docs.order(orderId)).get()).data()?.state;

describe.each([
  ['ahead', 10 * MINUTE_MILLIS],
  ['behind', -10 * MINUTE_MILLIS],
])('a server whose clock is ten minutes %s', (way, off) => {
  test('[M-59] releases no reservation that has expired only by its own clock', async () => {
    const { fan, orderId } = await aFanWithAnOrder();
    await m.shiftClock(25 * MINUTE_MILLIS);
    const wrong = await openOff(off);
    const swept = await wrong.sweep();
    expect(swept).toMatchObject({ failed: expect.stringMatching(`^ClockWrong: .* s ${way}`) });
    expect(await stateOf(orderId)).toBe('reserved');
    const { body } = await m.call('getOrderStatus', { orderId }, fan.token);
    expect(body.result).toMatchObject({ state: 'reserved', url: expect.stringContaining('/pay/') });
  });

  test('[M-59] reserves nothing and pays nothing out', async () => {
    const { fan, blockId } = await aFanWithAnOrder();
    const stock = await m.stockOf(blockId);
    const { uid } = fan;
    const date = new Date(Date.now() + (await m.clockOffset()) - 20 * 24 * 60 * MINUTE_MILLIS);
    const earned = { date: date.toISOString().slice(0, 10), totalMicros: 90_000_000 };
    const guard = await fetchUserGuard(uid);
    await services().books.commit(
      openingWalletEntry({ uid, lots: [], spendCents: 0, rewardQty: 0, earnedDays: [earned] }),
    );
    const wrong = await openOff(off);
    const failed = expect.stringContaining('ClockWrong');
    expect(await wrong.try(uid, blockId, 50)).toMatchObject({ failed });
    expect(await wrong.payOut(uid, 30)).not.toHaveProperty('value');
    expect(await m.stockOf(blockId)).toBe(stock);
    const after = await fetchUserGuard(uid);
    expect(after.openOrders).toEqual(guard.openOrders);
    expect(after).toMatchObject({
      openPayoutId: null,
      earnedDays: [{ ...earned, spentMicros: 0 }],
    });
  });
});
