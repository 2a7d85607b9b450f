import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type DatGuard, shortfallOf } from '@datchain/shared/domain/books/guards.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { expect, test } from 'vitest';
import { compareWorks } from '../reconcile/compare-works.ts';
import { listDue } from '../streams/post-shares.ts';
import { Door } from './door.ts';
import { payDebtEntry } from './entries/debts.ts';
import { buyEditionEntry, mintEntry, openingDatEntry } from './entries/editions.ts';
import { ownerPaidInEntry } from './entries/fees.ts';
import { holdPayoutEntry } from './entries/payouts.ts';
import { postStreamsEntry } from './entries/post-streams.ts';
import { closeGuardEntry, waiveLaterEntry } from './entries/rest.ts';
import { type DayOfStreams, distributeEntry, readSharedStreams } from './entries/streams.ts';
import { openingWalletEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

const day: DayOfStreams = {
  datId: 'blue',
  platform: 'spotify',
  date: '2026-11-01',
  streams: 100_000,
  revision: 0,
};

async function released() {
  const { services, store, reads, wait } = memoryServer([]);
  const say = (entry: Entry) => services.books.commit(entry);
  const commit = async (entry: Entry) => {
    const outcome = await accepted(say(entry));
    return outcome;
  };
  const dat = async (): Promise<DatGuard> => {
    const found = await services.guards.findDat('blue');
    if (!found) throw new Error('There is no DAT');
    return found;
  };
  const correction = async (one: DayOfStreams) => {
    const { result } = await commit(distributeEntry(one, await dat()));
    const [due] = listDue([{ ...one, shared: readSharedStreams(result) }]);
    if (!due) throw new Error('Nothing is due');
    return postStreamsEntry({ ...due, revision: one.revision }, services.clock.now());
  };
  const share = async (one: DayOfStreams) => shareAndPost(services, one, await dat());
  const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000 };
  await commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  const sell = async () => {
    const lots = [{ blockId: '50', priceCents: 50, qty: 20, faceMicros: 10_000_000 }];
    const none = { spendCents: 0, rewardQty: 0, earnedDays: [] };
    await commit(openingWalletEntry({ uid: 'bo', lots, ...none }));
    await commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 1_000));
  };
  wait(DAY_MILLIS);
  const read = (path: string) => store.all().get(path);
  const commitMeanwhile = async (other: Entry, entry: Entry) => {
    let isFirst = true;
    const write: typeof store.write = async (batch) => {
      if (isFirst) await commit(entry);
      isFirst = false;
      return store.write(batch);
    };
    return new Door({ ...store, write }, services.clock).commit(other);
  };
  return {
    services,
    say,
    commit,
    commitMeanwhile,
    correction,
    dat,
    share,
    sell,
    wait,
    read,
    reads,
    store,
  };
}

test('a day of streams is refused with a DAT read before a sale, because its payees have changed', async () => {
  const { say, commit, dat, sell, wait } = await released();
  const before = await dat();
  await sell();
  wait(DAY_MILLIS);
  const next = { ...day, date: '2026-11-02' };
  expect(await say(distributeEntry(next, before))).toMatchObject({ code: 'aborted' });
  expect(await commit(distributeEntry(next, await dat()))).toMatchObject({ result: { payees: 2 } });
});

test('[N-MON-04] a correction of cashed-out earnings becomes a debt, which is listed, and lowers the totals', async () => {
  const { commit, share, read, wait } = await released();
  await share({ ...day, streams: 200_000 });
  expect(read(docs.datTotals('blue'))?.streamMicros).toBe(800_000_000);
  wait(10 * DAY_MILLIS);
  const asked = { payoutId: 'p1', source: 'credits', amountUsd: 40, accountId: 'acct' } as const;
  await commit(holdPayoutEntry('ana', asked, undefined));
  await share({ ...day, streams: 150_000, revision: 1 });
  expect(read(docs.debt('ana'))).toEqual({ uid: 'ana', debtMicros: 10_000_000 });
  expect(read(docs.datTotals('blue'))?.streamMicros).toBe(600_000_000);
  await commit(openingEarningsEntry('ana', 'a', { days: { '2026-09-01': 10_000_000 } }));
  await commit(payDebtEntry('ana', 'a'));
  await commit(openingEarningsEntry('ana', 'b', { days: { '2026-09-02': 10_000_000 } }));
  await share({ ...day, streams: 150_001, revision: 2 });
  expect(read(docs.debt('ana'))).toEqual({ uid: 'ana', debtMicros: 0 });
});

test('[N-MON-04] only the correction that makes a debt reads the debts', async () => {
  const { commit, share, reads, wait } = await released();
  const isDebtRead = () => reads.splice(0).some((paths) => paths.includes(docs.debt('ana')));
  await share({ ...day, streams: 210_000 });
  await share({ ...day, streams: 200_000, revision: 1 });
  expect(isDebtRead()).toBe(false);
  wait(10 * DAY_MILLIS);
  const asked = { payoutId: 'p1', source: 'credits', amountUsd: 40, accountId: 'acct' } as const;
  await commit(holdPayoutEntry('ana', asked, undefined));
  await share({ ...day, streams: 150_000, revision: 2 });
  expect(isDebtRead()).toBe(true);
});

test('[N-MON-04] two corrections at once add up to one listed debt', async () => {
  const { commit, commitMeanwhile, correction, share, read, wait } = await released();
  const other = { ...day, date: '2026-10-31' };
  await share(day);
  await share(other);
  const guard = () => read(docs.userGuard('ana')) as { earnedDays: { totalMicros: number }[] };
  const earned = guard().earnedDays.reduce((sum, { totalMicros }) => sum + totalMicros, 0);
  wait(10 * DAY_MILLIS);
  const amountUsd = Math.floor(earned / 1_000_000);
  const asked = { payoutId: 'p1', source: 'credits', amountUsd, accountId: 'acct' } as const;
  await commit(holdPayoutEntry('ana', asked, undefined));
  const [one, two] = [day, other].map((each) => ({ ...each, streams: 50_000, revision: 1 }));
  if (!one || !two) throw new Error('There are two');
  const [posting, meanwhile] = [await correction(one), await correction(two)];
  await commitMeanwhile(posting, meanwhile);
  const debtMicros = earned / 2;
  expect(read(docs.debt('ana'))).toEqual({ uid: 'ana', debtMicros });
  expect(guard()).toMatchObject({ debtMicros });
});

test('[N-FIG-04] shared streams are a shortfall of the platform until its owner pays in, once for each reference', async () => {
  const { say, commit, share, read } = await released();
  await share({ ...day, streams: 200_000 });
  expect(readBooks(read)).toMatchObject({ promisedMicros: 40_000_000, platformMicros: 0 });
  expect(shortfallOf(readBooks(read))).toBe(40_000_000);
  await share({ ...day, streams: 150_000, revision: 1 });
  expect(shortfallOf(readBooks(read))).toBe(30_000_000);
  await commit(ownerPaidInEntry('top-up-1', 2_000));
  await commit(ownerPaidInEntry('top-up-1', 2_000));
  expect(shortfallOf(readBooks(read))).toBe(10_000_000);
  expect(await say(ownerPaidInEntry('top-up-1', 3_000))).toMatchObject({ refused: true });
  expect(await say(ownerPaidInEntry('top-up-2', 0.5))).toMatchObject({ refused: true });
  await commit(ownerPaidInEntry('top-up-3', 2_000));
  expect(shortfallOf(readBooks(read))).toBe(0);
});

test('[N-MON-22] a lower figure after the creator closed their account costs the platform, which had kept the earnings', async () => {
  const { commit, share, read, store } = await released();
  await commit(closeGuardEntry('ana', '1'));
  await share({ ...day, streams: 50_000 });
  const nothing = { earnedMicros: 0, changeMicros: 0, rewardQty: 0 };
  store.set(docs.closure('ana'), {
    uid: 'ana',
    at: 1,
    rest: nothing,
    works: 1,
    kept: [],
    erasedAt: 2,
  });
  await commit(waiveLaterEntry('ana', 'a', { ...nothing, earnedMicros: 10_000_000 }));
  expect(readBooks(read)).toMatchObject({ platformMicros: 10_000_000 });
  await share({ ...day, streams: 0, revision: 1 });
  expect(read(docs.userGuard('ana'))).toMatchObject({ debtMicros: 0 });
  expect(readBooks(read)).toMatchObject({ promisedMicros: 0, platformMicros: 0 });
});

test('[N-FIG-03] a late day pays a holder with a closed account nothing, and the others their part', async () => {
  const { commit, share, sell, read, wait } = await released();
  await sell();
  wait(DAY_MILLIS);
  // Bo held it on 2 November; his account is closed when the report arrives.
  await commit(closeGuardEntry('bo', '1'));
  const before = read(docs.userGuard('bo'));
  await share({ ...day, date: '2026-11-02' });
  expect(read(docs.userGuard('bo'))).toEqual(before);
  expect(readBooks(read)).toMatchObject({ promisedMicros: 19_500_000 });
  await share({ ...day, date: '2026-11-02', streams: 0, revision: 1 });
  expect(read(docs.userGuard('bo'))).toEqual(before);
  expect(readBooks(read)).toMatchObject({ promisedMicros: 0 });
});

test('[N-JOB-03] a creator without editions gets the work with its first streams, and the sums count it', async () => {
  const { commit, services } = await released();
  const dat: DatGuard = { id: 'old', creatorUid: 'eve', editions: [] };
  await commit(openingDatEntry(dat, { streamMicros: 0, salesMicros: 0 }));
  for (const platform of ['spotify', 'apple_music'] as const) {
    await shareAndPost(services, { ...day, datId: 'old', platform }, dat);
  }
  const users = await services.guards.listUsers();
  const works = await services.guards.listWorks();
  expect(compareWorks({ users, works, dats: await services.guards.listDats() })).toEqual([]);
  const releasedMicros = 20_000_000 + 35_000_000;
  expect(users.find(({ uid }) => uid === 'eve')?.works).toMatchObject({ works: 1, releasedMicros });
});
