import { holdPayoutEntry } from '@datchain/functions/journal/entries/payouts.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { queueTokensEntry } from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { syncPayout } from '@datchain/functions/payouts/sync-payout.ts';
import { committed } from '../accepted.ts';
import { shareAndPost } from '../shared-streams.ts';
import { memoryGround } from './memory-world.ts';
import { open } from './opening.ts';
import { hearOfOrder } from './order-operations.ts';
import { booksWorld } from './world.ts';

/**
 * Makes correct books with a paid order, a waiting one, a listing, a completed payout, one in
 * progress, and a day of streams.
 */
export async function soundBooks() {
  const ground = memoryGround();
  const world = booksWorld(ground, 1);
  const { services, card } = world;
  world.calm();
  await open(world);
  const commit = <T>(entry: Entry<T>) => committed(world, entry);
  const reserve = async (orderId: string, uid: string, blockId: string, qty: number) => {
    const request = { orderId, blockId, qty, variant: 'block' as const };
    await commit(reserveEntry(uid, request, 'https://x.test'));
    await hearOfOrder(world, orderId);
  };
  const hold = (payoutId: string, uid: string) =>
    commit(
      holdPayoutEntry(
        uid,
        { payoutId, source: 'credits', amountUsd: 25, accountId: uid },
        undefined,
      ),
    );
  await commit(queueTokensEntry('l1', 'di', 50, 10));
  await commit(queueTokensEntry('l2', 'di', 50, 10));
  await reserve('paid', 'ana', '36', 30);
  card.pay('paid');
  await hearOfOrder(world, 'paid');
  await reserve('open', 'bo', '50', 85);
  await hold('p1', 'cy');
  await syncPayout(services, 'p1');
  await hold('p2', 'bo');
  const old = await services.guards.findDat('old');
  if (!old) throw new Error('There is no DAT "old"');
  const day = { platform: 'spotify', date: '2026-10-30', streams: 1_000, revision: 0 } as const;
  await shareAndPost(services, { datId: 'old', ...day }, old);
  world.wait(120_000);
  await world.letTimePass();
  for (let turn = 0; turn < 100; turn++) await ground.idle();
  return { ground, services };
}
