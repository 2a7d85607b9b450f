import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { restOf } from '@datchain/shared/domain/books/rest.ts';
import { pagesOf, WORKS_A_PAGE, worksOf } from '@datchain/shared/domain/books/works.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { describe, expect, test } from 'vitest';
import { compareHoldings, compareWorks } from '../reconcile/compare-works.ts';
import { holdingsByUser } from '../stores/works.ts';
import { type MemoryServer, memoryServer } from '../testing/books/memory-server.ts';
import { storeAsBefore } from '../testing/books/old-works.ts';
import { stillOpen } from '../users/still-open.ts';
import { Door } from './door.ts';
import { clawbackEntry } from './entries/clawbacks.ts';
import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  openingDatEntry,
  unlistEditionEntry,
} from './entries/editions.ts';
import { reserveEntry } from './entries/reserve.ts';
import { waiveRestEntry } from './entries/rest.ts';
import { claimEntry } from './entries/rewards.ts';
import { settleEntry } from './entries/settle.ts';
import { distributeEntry } from './entries/streams.ts';
import { restoreEntry, takeDownEntry } from './entries/take-down.ts';
import { issueTokensEntry, openingWalletEntry } from './entries/tokens.ts';
import { buyWantedEntry } from './entries/wanted-edition.ts';
import type { Entry } from './entry.ts';

const users = ['ana', 'bo', 'cy'];
const lot = { blockId: '60', priceCents: 60, qty: 500, faceMicros: 300_000_000 };
const release = (datId: string, editions: number) =>
  mintEntry({ datId, creatorUid: 'ana', editions, priceCents: 1_000, sharePpm: 25_000 });
const ref = (datId: string, number: number, version: number) => ({ datId, number, version });

const old: DatGuard = {
  id: 'old',
  creatorUid: 'cy',
  editions: [
    {
      ...{ number: 1, ownerUid: 'bo', priceCents: 500, askPriceCents: 600, sharePpm: 25_000 },
      ...{ version: 1, wasSold: true },
      owners: [
        { uid: 'cy', since: 10 },
        { uid: 'bo', since: 20 },
      ],
    },
  ],
};
const oldTotals = { streamMicros: 0, salesMicros: 5_000_000 };

type Say = (entry: Entry) => Promise<void>;
type Act = (say: Say, server: MemoryServer) => Promise<unknown>;

const datOf = async ({ services }: MemoryServer, id: string): Promise<DatGuard> => {
  const dat = await services.guards.findDat(id);
  if (!dat) throw new Error(`There is no ${id}`);
  return dat;
};
const orderOf = async ({ services }: MemoryServer, id: string) => {
  const order = await services.orders.find(id);
  if (!order) throw new Error(`There is no ${id}`);
  return order;
};
const day = { platform: 'spotify' as const, date: '2026-11-01', streams: 100_000 };

/** All that can happen with works, in an order in which it can. */
const steps: readonly (readonly [what: string, act: Act])[] = [
  ['a release', (say) => say(release('red', 1))],
  ['a first sale', (say) => say(buyEditionEntry(ref('red', 1, 1), 'bo', 1_000))],
  ['an offer', (say) => say(listEditionEntry(ref('red', 1, 2), 'bo', 2_000))],
  ['a cancelled offer', (say) => say(unlistEditionEntry(ref('red', 1, 3), 'bo'))],
  ['another offer', (say) => say(listEditionEntry(ref('red', 1, 4), 'bo', 2_000))],
  ['a resale and its royalty', (say) => say(buyEditionEntry(ref('red', 1, 5), 'cy', 2_000))],
  [
    'a work that is offered back to its creator',
    (say) => say(listEditionEntry(ref('red', 1, 6), 'cy', 3_000)),
  ],
  ['and bought by them', (say) => say(buyEditionEntry(ref('red', 1, 7), 'ana', 3_000))],
  [
    'a takedown',
    (say) => say(takeDownEntry({ datId: 'blue', version: 0, reason: 'A claim of rights' })),
  ],
  [
    'a restoration',
    (say) => say(restoreEntry({ datId: 'blue', version: 1, reason: 'It was settled' })),
  ],
  [
    'a day of streams',
    async (say, server) => {
      server.wait(2 * DAY_MILLIS);
      const dat = await datOf(server, 'blue');
      await say(distributeEntry({ ...day, datId: 'blue', revision: 0 }, dat));
    },
  ],
  [
    'a correction of streams',
    async (say, server) => {
      const dat = await datOf(server, 'blue');
      await say(distributeEntry({ ...day, datId: 'blue', streams: 90_000, revision: 1 }, dat));
    },
  ],
  ['a claim', (say) => say(claimEntry('bo', 0))],
  [
    'an edition that comes with a payment',
    async (say, server) => {
      const edition = { datId: 'blue', number: 2, priceCents: 1_000 };
      const request = { orderId: 'o', blockId: '50', qty: 20, variant: 'block' as const, edition };
      await say(reserveEntry('bo', request, 'https://x.test'));
      const paid = { sessionId: 'cs_o', paymentIntentId: 'pi_o' };
      await say(settleEntry(await orderOf(server, 'o'), paid));
      await say(buyWantedEntry(ref('blue', 2, 1), await orderOf(server, 'o'), 1_000));
    },
  ],
  [
    'a refund',
    async (say, server) =>
      say(clawbackEntry(await orderOf(server, 'o'), { id: 're_1', kind: 'refund', cents: 400 })),
  ],
  [
    'an account that closes',
    async (say, { services, store }) => {
      const { unsold, works } = await stillOpen(services, 'ana');
      expect({ unsold, works }).toEqual({ unsold: 1, works: 2 });
      const { editions } = await stillOpen(services, 'bo');
      expect(editions.map(({ isForSale }) => isForSale).sort()).toEqual([false, false, true]);
      const bo = readUserGuard('bo', store.get(docs.userGuard('bo')));
      await say(waiveRestEntry('bo', 'closing', restOf(bo), undefined));
    },
  ],
  [
    'a work from before the journal',
    (say) => say(openingDatEntry({ ...old, id: 'older' }, oldTotals)),
  ],
];

/** Ana has released Blue, of which Bo has an edition; Cy's old work is Bo's. */
async function world() {
  const server = memoryServer(users);
  const { services } = server;
  const say: Say = async (entry) => {
    const outcome = await services.books.commit(entry);
    if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
  };
  for (const uid of users) {
    const wallet = { uid, lots: [lot], spendCents: 25_000, rewardQty: 0, earnedDays: [] };
    await say(openingWalletEntry(wallet));
  }
  await say(issueTokensEntry('a', '50', 50, 100));
  await say(openingDatEntry(old, oldTotals));
  await say(release('blue', 3));
  await say(buyEditionEntry(ref('blue', 1, 1), 'bo', 1_000));
  return { server, say };
}

/** What everyone has, wherever it is stored, and whether it is sound. */
async function state({ services, store }: MemoryServer) {
  const truth = {
    users: await services.guards.listUsers(),
    dats: await services.guards.listDats(),
    works: await services.guards.listWorks(),
  };
  const byUser = holdingsByUser(truth.works);
  const sorted = (lines: readonly { datId: string; number?: number }[] = []) =>
    lines.map((line) => JSON.stringify(line, Object.keys(line).sort())).sort();
  return {
    wrong: [...compareWorks(truth), ...compareHoldings(truth)],
    people: truth.users.map(({ works: _, ...user }) => {
      const { holdings, created } = byUser.get(user.uid) ?? {};
      return { user, holdings: sorted(holdings), created: sorted(created) };
    }),
    dats: truth.dats,
    journal: [...store.all('journal/')].map(([path, { postings }]) => ({ path, postings })),
    statements: [...store.all('users/')].filter(([path]) => /\/(earnings|movements)\//.test(path)),
  };
}

describe('works stored in one document, as they used to be', () => {
  test.each(steps.map(([what], index) => [what, index] as const))(
    '%s is the same with them',
    async (_, index) => {
      const [before, now] = [await world(), await world()];
      for (const [, act] of steps.slice(0, index)) {
        for (const { server, say } of [before, now]) await act(say, server);
      }
      await storeAsBefore(before.server.store, users);
      expect((await before.server.services.guards.listWorks()).works).toEqual([]);
      expect(await state(before.server)).toEqual(await state(now.server));
      for (const { server, say } of [before, now]) await steps[index]?.[1](say, server);
      const after = await state(before.server);
      expect(after.wrong).toEqual([]);
      expect(after).toEqual(await state(now.server));
    },
  );

  test('move as a whole with the first change, and not with what changes none', async () => {
    const { server, say } = await world();
    const { services, store } = server;
    await storeAsBefore(store, users);
    const held = async () => {
      const { old: documents, works } = await services.guards.listWorks();
      const own = works.map(({ uid, datId }) => `${uid} ${datId}`);
      return [...documents.map(({ uid }) => uid), ...own].sort();
    };
    await say(claimEntry('bo', 0));
    await say(takeDownEntry({ datId: 'blue', version: 0, reason: 'A claim of rights' }));
    expect(await held()).toEqual(['ana', 'bo', 'cy']);
    await say(unlistEditionEntry(ref('old', 1, 1), 'bo'));
    expect(await held()).toEqual(['ana', 'bo blue', 'bo old', 'cy']);
    expect(store.get(docs.oldHoldings('bo'))).toBeUndefined();
    expect(store.get(docs.worksPage('bo', 0))?.datIds).toEqual(['old', 'blue']);
  });

  test('move once, however many entries in one write or by several doors change them', async () => {
    const { server, say } = await world();
    const { services, store } = server;
    await say(release('red', 2));
    await say(buyEditionEntry(ref('red', 1, 1), 'bo', 1_000));
    await storeAsBefore(store, users);
    const doors = [0, 1, 2].map(() => new Door(store, services.clock));
    const outcomes = await Promise.all([
      ...[
        unlistEditionEntry(ref('old', 1, 1), 'bo'),
        buyEditionEntry(ref('red', 2, 1), 'bo', 1_000),
      ].map((entry) => doors[0]?.commit(entry as Entry)),
      doors[1]?.commit(buyEditionEntry(ref('blue', 2, 1), 'bo', 1_000)),
      doors[2]?.commit(release('green', 1)),
      doors[2]?.commit(buyEditionEntry(ref('blue', 3, 1), 'cy', 1_000)),
    ]);
    expect(outcomes.map((one) => one && isRefusal(one))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    const { wrong, people } = await state(server);
    expect(wrong).toEqual([]);
    expect(people.map(({ user, holdings }) => [user.uid, holdings.length])).toEqual([
      ['ana', 3 + 2 + 1],
      ['bo', 1 + 2 + 2],
      ['cy', 1 + 1],
    ]);
    const { old: left } = await services.guards.listWorks();
    expect(left).toEqual([]);
  });

  test('of an artist who had as many as one document took are on pages afterwards', async () => {
    const { server, say } = await world();
    const { store, services } = server;
    for (let number = 0; number < 349; number++) await say(release(`more-${number}`, 20));
    await storeAsBefore(store, users);
    await say(release('next', 20));
    const { works, pages } = await services.guards.listWorks();
    const own = works.filter(({ uid }) => uid === 'ana');
    expect(own).toHaveLength(351);
    const named = pages.filter(({ uid }) => uid === 'ana').map(({ datIds }) => datIds.length);
    expect(named.sort((a, b) => b - a)).toEqual([WORKS_A_PAGE, WORKS_A_PAGE, WORKS_A_PAGE, 51]);
    const entry = store.get(docs.entry('mint:next'));
    const shown = [1, 2, 3].map((page) => `works:ana:${page}`);
    expect(entry?.touched).toEqual(expect.arrayContaining(['dat:next', 'user:ana', ...shown]));
    expect(entry?.touched).toHaveLength(5);
    expect((await state(server)).wrong).toEqual([]);
    await say(release('last', 20));
    expect(store.get(docs.entry('mint:last'))?.touched).toEqual([
      'dat:last',
      'user:ana',
      'works:ana:3',
    ]);
  });
});

test('what one document turns into keeps the order and every line', () => {
  const line = { sharePpm: 1, earnedMicros: 5, sold: false, isForSale: false };
  const holdings = ['b', 'a', 'b'].map((datId, index) => ({ ...line, datId, number: index + 1 }));
  const created = [{ datId: 'c', earnedMicros: 7 }];
  const works = worksOf({ uid: 'ana', holdings, created }, (datId) => datId === 'c');
  expect(works.map(({ datId, isCreator }) => [datId, isCreator])).toEqual([
    ['b', false],
    ['a', false],
    ['c', true],
  ]);
  expect(works.flatMap((work) => work.holdings)).toHaveLength(3);
  expect(pagesOf(works)).toEqual([{ uid: 'ana', page: 0, datIds: ['b', 'a', 'c'] }]);
});
