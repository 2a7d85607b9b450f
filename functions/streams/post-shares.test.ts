import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { restOf } from '@datchain/shared/domain/books/rest.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { expect, test } from 'vitest';
import { mintEntry } from '../journal/entries/editions.ts';

const day = { platform: 'spotify' as const, date: '2026-11-01' };

/** Ana has released some works; 1 November is over. */
async function released(works: readonly string[]) {
  const server = memoryServer(['ana']);
  const { services, store, reads, wait } = server;
  for (const datId of works) {
    const mint = { datId, creatorUid: 'ana', editions: 1, priceCents: 1_000, sharePpm: 25_000 };
    await accepted(services.books.commit(mintEntry(mint)));
  }
  wait(2 * DAY_MILLIS);
  const share = async (datId: string, streams: number, revision = 0) => {
    const dat = await services.guards.findDat(datId);
    if (!dat) throw new Error(`There is no DAT ${datId}`);
    return shareAndPost(services, { ...day, datId, streams, revision }, dat);
  };
  const earnedMicros = () =>
    restOf(readUserGuard('ana', store.get(docs.userGuard('ana')))).earnedMicros;
  const countReads = async (work: () => Promise<unknown>) => {
    reads.splice(0);
    await work();
    return reads.flat().length;
  };
  return { ...server, share, earnedMicros, countReads };
}

test('[N-JOB-01] the cost of a day that is posted again grows by no more than its earlier postings', async () => {
  const { share, earnedMicros, countReads } = await released(['blue']);
  const costs: number[] = [];
  for (let revision = 0; revision <= 40; revision++) {
    costs.push(await countReads(() => share('blue', 1_000 + revision, revision)));
  }
  expect(earnedMicros()).toBe(1_040 * 200);
  const [first = 0] = costs;
  expect(
    costs.map((cost, earlier) => cost - first - 2 * earlier).filter((more) => more > 20),
  ).toEqual([]);
});
