import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { clawbackEntry } from '../journal/entries/clawbacks.ts';
import { releaseEntry } from '../journal/entries/close-order.ts';
import { getOrder, orderPaths } from '../journal/entries/order-documents.ts';
import { reserveEntry } from '../journal/entries/reserve.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { memoryGround } from '../testing/books/memory-world.ts';
import { open } from '../testing/books/opening.ts';
import { booksWorld, siteUrl } from '../testing/books/world.ts';
import { sweepProjections } from './sweep-projections.ts';

// What goes wrong on purpose here would fill the screen.
vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

/** Fay and Gus were refunded while Bo's unpaid orders held their tokens, and the server died then. */
async function diedAfterRelease() {
  const ground = memoryGround();
  const world = booksWorld(ground, 1);
  world.calm();
  await open(world, []);
  const door = new Door(ground.store, world.services.clock);
  const commit = async (entry: Entry) => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
  };
  const find = async (id: string) => {
    const stored = await ground.store.read(orderPaths(id));
    return getOrder((path) => stored.get(path)?.data, id);
  };
  const reserve = (orderId: string, uid: string, blockId: string, qty: number) =>
    commit(reserveEntry(uid, { orderId, blockId, qty, variant: 'block' }, siteUrl));
  for (const [uid, cents] of [
    ['fay', 61],
    ['gus', 77],
  ] as const) {
    await reserve(uid, uid, '36', 30);
    await commit(settleEntry(await find(uid), { sessionId: 'cs', paymentIntentId: `pi_${uid}` }));
    await commit(queueTokensEntry(`of-${uid}`, uid, cents, 30));
    await reserve(`held-${uid}`, 'bo', String(cents), 30);
    await commit(clawbackEntry(await find(uid), { id: uid, kind: 'refund', cents: 1_080 }));
    await commit(releaseEntry(await find(`held-${uid}`), true));
  }
  const debtOf = async (uid: string) => (await world.read(docs.userGuard(uid)))?.debtMicros;
  return { services: world.services, debtOf };
}

test('[N-MON-19] the sweep takes tokens that came back when a server died, and what fails for one user holds up nobody', async () => {
  const { services, debtOf } = await diedAfterRelease();
  const { books } = services;
  const commit: typeof books.commit = (entry) => {
    const isOfFay = JSON.stringify(entry.input) === '{"uid":"fay"}';
    return isOfFay ? Promise.reject(new Error('killed')) : books.commit(entry);
  };
  await sweepProjections({ ...services, books: { ...books, commit } });
  expect([await debtOf('fay'), await debtOf('gus')]).toEqual([10_800_000, 0]);
  expect(await services.live.read(live.tokenBlock('77'))).not.toBeNull();
  // The entry that gave Fay's tokens back waits for the next run.
  const waiting = await services.entries.listUnprojected(10);
  expect(waiting.map(({ id }) => id)).toEqual(['release:held-fay']);
  await sweepProjections(services);
  expect(await debtOf('fay')).toBe(0);
  expect(await services.entries.listUnprojected(10)).toEqual([]);
});
