import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { calmBooks } from '@datchain/testing/server/books/memory-world.ts';
import { expect, test, vi } from 'vitest';
import { clawbackEntry } from '../journal/entries/clawbacks.ts';
import { endOrderEntry } from '../journal/entries/close-order.ts';
import { settleEntry } from '../journal/entries/settle.ts';
import { queueTokensEntry } from '../journal/entries/tokens.ts';
import { sweepProjections } from './sweep-projections.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

async function diedAfterRelease() {
  const { world, commit, find, reserve } = await calmBooks();
  for (const [uid, cents] of [
    ['fay', 61],
    ['gus', 77],
  ] as const) {
    await reserve(uid, uid, '36', 30);
    await commit(settleEntry(await find(uid), { sessionId: 'cs', paymentIntentId: `pi_${uid}` }));
    await commit(queueTokensEntry(`of-${uid}`, uid, cents, 30));
    await reserve(`held-${uid}`, 'bo', String(cents), 30);
    await commit(clawbackEntry(await find(uid), { id: uid, kind: 'refund', cents: 1_080 }));
    await commit(endOrderEntry(await find(`held-${uid}`), true));
  }
  const debtOf = async (uid: string) => (await world.read(docs.userGuard(uid)))?.debtMicros;
  return { services: world.services, debtOf };
}

test('[N-MON-19] the sweep collects refunded tokens that a dead server left, and a failure for one user does not delay others', async () => {
  const { services, debtOf } = await diedAfterRelease();
  const { books } = services;
  const commit: typeof books.commit = (entry) => {
    const isOfFay = JSON.stringify(entry.input) === '{"uid":"fay"}';
    return isOfFay ? Promise.reject(new Error('killed')) : books.commit(entry);
  };
  await sweepProjections({ ...services, books: { ...books, commit } });
  expect([await debtOf('fay'), await debtOf('gus')]).toEqual([10_800_000, 0]);
  expect(await services.live.read(live.tokenBlock('77'))).not.toBeNull();
  const waiting = await services.entries.listUnprojected(10);
  expect(waiting.map(({ id }) => id)).toEqual(['end:held-fay']);
  await sweepProjections(services);
  expect(await debtOf('fay')).toBe(0);
  expect(await services.entries.listUnprojected(10)).toEqual([]);
});
