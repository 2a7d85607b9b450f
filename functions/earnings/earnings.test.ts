import { docs } from '@datchain/shared/contracts/paths.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { memoryServer } from '@datchain/testing/server/books/memory-server.ts';
import { shareAndPost } from '@datchain/testing/server/shared-streams.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { addEarnedBy, compareEarnings } from '../reconcile/compare-earnings.ts';
import { readAllHoldings } from '../stores/works.ts';

async function aWorld() {
  const server = memoryServer([]);
  const { services, store, wait } = server;
  const commit = <T>(entry: Entry<T>) => committed(services.books, entry);
  const lot = { blockId: '50', priceCents: 50, qty: 100, faceMicros: 50_000_000 };
  const wallet = { lots: [lot], spendCents: 0, rewardQty: 0 };
  const before = [{ date: '2026-10-01', totalMicros: 3_000_000 }];
  await commit(openingWalletEntry({ ...wallet, uid: 'bo', earnedDays: before }));
  const mint = { datId: 'blue', creatorUid: 'ana', editions: 2, priceCents: 1_000 };
  await commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  await commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 1_000));
  wait(2 * DAY_MILLIS);
  const dat = await services.guards.findDat('blue');
  if (!dat) throw new Error('no DAT');
  const day = { datId: 'blue', platform: 'spotify' as const, date: '2026-11-01' };
  await shareAndPost(services, { ...day, streams: 100_000, revision: 0 }, dat);
  await shareAndPost(services, { ...day, streams: 90_000, revision: 1 }, dat);

  const differences = async () => {
    const earned = new Map<string, number>();
    for await (const page of services.entries.pages(100)) {
      for (const entry of page) addEarnedBy(earned, entry);
    }
    const all = ['ana', 'bo'].map(async (uid) => {
      const lines = [...(await services.earnings.lines(uid))];
      return compareEarnings({
        uid,
        earnedMicros: earned.get(uid) ?? 0,
        movements: await services.earnings.movements(uid),
        lines: new Map(lines.map(([path, { data }]) => [path, data])),
        holdings: await readAllHoldings(store, uid),
      });
    });
    return (await Promise.all(all)).flat();
  };
  return { services, store, differences };
}

test("[N-EXP-02] a work's earnings are the same in the journal, the history, the statement and the wallet", async () => {
  const { store, differences } = await aWorld();
  expect(await differences()).toEqual([]);
  const ana = await readAllHoldings(store, 'ana');
  // 5% of $360.00 are shared: $0.45 with each edition, the rest is the creator's. A first sale pays 80%.
  expect(ana.created).toEqual([{ datId: 'blue', earnedMicros: 17_100_000 }]);
  const parts = [...ana.holdings, ...ana.created];
  expect(workEarnedMicros(parts, 'blue')).toBe(8_000_000 + 450_000 + 17_100_000);
  expect([...store.all('users/bo/earnings/')]).toMatchObject([
    ['users/bo/earnings/2026-11~before', { micros: 3_000_000 }],
    [
      'users/bo/earnings/2026-11~streams~p0',
      {
        streams: [
          {
            datId: 'blue',
            platform: 'spotify',
            streamMicros: 4_000,
            count: 100_000,
            micros: 500_000,
          },
        ],
      },
    ],
    ['users/bo/earnings/2026-11~correction~blue~2026-11-01~spotify', { micros: -50_000 }],
  ]);
});

test('every difference between history, statement and wallet is named', async () => {
  const { store, differences } = await aWorld();
  const line = 'users/bo/earnings/2026-11~before';
  store.set(line, { ...store.get(line), micros: 1 });
  const page = store.get(docs.worksPage('ana', 0));
  const part = { datId: 'blue', number: 1, micros: 225_000 };
  store.set(docs.worksPage('ana', 0), { ...page, streamed: [part] });
  const statement = 'users/ana/earnings/2026-11~streams~p0';
  store.set(statement, { ...store.get(statement), streams: [] });
  store.set('users/bo/movements/none', { kind: 'earned-before', at: 1, earnedMicros: 7 });
  expect(await differences()).toEqual([
    expect.stringMatching(
      /^earnings of ana: users.ana.earnings.2026-11~streams~blue~.*: \[\], should/,
    ),
    'earnings of ana: work blue: 8225000, should be 25550000',
    'earnings of bo: history: 3450007, should be 3450000',
    expect.stringMatching(/^earnings of bo: users\/bo\/earnings\/2026-11~before: .*\["micros",1\]/),
    expect.stringMatching(/^earnings of bo: users\/bo\/earnings\/1970-01~before: \[\], should be/),
  ]);
});
